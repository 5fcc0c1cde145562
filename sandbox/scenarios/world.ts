import type { CardRecord, DesignRecord, TransactionRecord } from "@/sandbox/store/records";

export type WorldRequest = {
  seed: number;
  /** Nothing in the world happens later than this. */
  now: Date;
  currency: string;
  cards: number;
  transactions: number;
};

export type WorldBatch = { cards: CardRecord[]; transactions: TransactionRecord[] };

/** The history of a card program, generated in batches so that a million cards never have to fit in memory. */
export type World = {
  designs: DesignRecord[];
  batches: Iterable<WorldBatch>;
};
