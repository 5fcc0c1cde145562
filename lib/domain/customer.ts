/** Everyone who holds a card is known by the id that was given when it was made (`meta.id`). */
export type Customer = {
  id: string;
  /** The holder of their first card: a card that comes later never renames them. */
  name: string;
  /** The holders of their other cards, where the name differs. */
  otherNames: string[];
  cards: number;
  byStatus: { status: string; cards: number }[];
  /** When their first card was issued. */
  since: string;
};

/** The number of a customer id, as people say it: "81158" of "cust_81158". */
export function customerNumberOf(id: string): string | null {
  return /\d+$/.exec(id)?.[0] ?? null;
}

/** A path's part as the browser wrote it; one that cannot be read is taken as it is. */
export function readPathId(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
