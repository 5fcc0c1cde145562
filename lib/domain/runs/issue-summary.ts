/** What a run that issues cards will do, in numbers. Skipped rows don't count. */
export type IssueSummary = {
  customers: number;
  consumers: number;
  businesses: number;
  virtual: number;
  physical: number;
  /** By name, the most used first. */
  designs: readonly { name: string; cards: number }[];
  totalLimit: number;
  highestLimit: number;
  /** Rows whose customer has a card of this type and name already. */
  withCard: number;
};
