/** What a person should look at before the cards are issued, and the rows that it is about. */
export type IssueWarning = {
  text: string;
  rows: readonly number[];
  /** The card may end with another customer, and can't be moved. */
  isAboutCustomer?: boolean | undefined;
};

export const HAS_CARD = "The customer has a card of this type and name already.";

/** How many rows have at least one. */
export function countWarned(warnings: readonly IssueWarning[]): number {
  return new Set(warnings.flatMap(({ rows }) => rows)).size;
}

/** Warnings of one kind become one, the most frequent first. Which other row they name doesn't matter. */
export function groupWarnings(found: readonly { row: number; text: string }[]): IssueWarning[] {
  const rowsOf = new Map<string, Set<number>>();
  for (const { row, text } of found) {
    const kind = text.replace(/\brow \d+/gi, "another row");
    rowsOf.set(kind, (rowsOf.get(kind) ?? new Set()).add(row));
  }
  return [...rowsOf]
    .map(([text, rows]) => ({ text, rows: [...rows] }))
    .sort((a, b) => b.rows.length - a.rows.length);
}
