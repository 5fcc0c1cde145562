/** Everyone who holds a card is known by the id that was given when it was made (`meta.id`). */
export type Customer = {
  id: string;
  /** As it stands on the newest card. */
  name: string;
  /** What older cards call them, where that differs. */
  otherNames: string[];
  cards: number;
  byStatus: { status: string; cards: number }[];
};

/** A path's part as the browser wrote it; one that cannot be read is taken as it is. */
export function readPathId(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
