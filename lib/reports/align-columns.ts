export type AlignedColumns = {
  /** The columns that both files have, in the later file's order. */
  columns: string[];
  /** The position of each of them in a file. */
  before: number[];
  after: number[];
  /** How many columns each file has. */
  widths: { before: number; after: number };
  /** The names of the columns that only one file has. */
  added: string[];
  removed: string[];
};

/** By name; of columns with the same name, by their order. */
export function alignColumns(before: readonly string[], after: readonly string[]): AlignedColumns {
  const earlier = positions(before);
  const later = positions(after);
  const shared = [...later].filter(([name]) => earlier.has(name));
  const namesOf = (columns: readonly string[], indexes: Iterable<number>) =>
    Array.from(indexes, (index) => columns[index] ?? "");
  return {
    columns: namesOf(
      after,
      shared.map(([, index]) => index),
    ),
    before: shared.map(([name]) => earlier.get(name) ?? 0),
    after: shared.map(([, index]) => index),
    widths: { before: before.length, after: after.length },
    added: namesOf(after, missingIn(earlier, later)),
    removed: namesOf(before, missingIn(later, earlier)),
  };
}

/** The cells of the shared columns, then those beyond the last column. A missing cell is the same as an empty one. */
export function alignedCells(
  row: readonly string[],
  aligned: AlignedColumns,
  side: "before" | "after",
): string[] {
  const cells = aligned[side].map((index) => row[index] ?? "");
  const surplus = row.slice(aligned.widths[side]);
  return surplus.every((cell) => cell === "") ? cells : [...cells, ...surplus];
}

function positions(columns: readonly string[]): Map<string, number> {
  const seen = new Map<string, number>();
  return new Map(
    columns.map((column, index) => {
      const name = column.trim();
      const occurrence = seen.get(name) ?? 0;
      seen.set(name, occurrence + 1);
      return [`${occurrence} ${name}`, index];
    }),
  );
}

function missingIn(known: Map<string, number>, columns: Map<string, number>): number[] {
  return [...columns].filter(([name]) => !known.has(name)).map(([, index]) => index);
}
