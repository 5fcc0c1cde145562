/** A customer is identified by the ID from the card request (`meta.id`). */
export type Customer = {
  id: string;
  /** The holder of the first card; later cards never rename the customer. */
  name: string;
  /** Different holder names on the other cards. */
  otherNames: string[];
  cards: number;
  byStatus: { status: string; cards: number }[];
  /** When the first card was issued. */
  since: string;
};

/** "81158" in "cust_81158". */
export function customerNumberOf(id: string): string | null {
  return /\d+$/.exec(id)?.[0] ?? null;
}

/** Returns the part unchanged if it can't be decoded. */
export function readPathId(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
