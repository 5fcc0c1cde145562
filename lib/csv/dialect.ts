/** How a file separates its cells and ends its rows. `\n` also stands for `\r\n`. */
export type CsvDialect = { delimiter: string; rowEnd: "\n" | "\r" };

/** Of our own exports. */
export const OWN_DIALECT: CsvDialect = { delimiter: ",", rowEnd: "\n" };

/** Enough for the column names; a file is not read before this much of it has arrived. */
export const DIALECT_BYTES = 4_096;

const DELIMITERS = [",", ";", "\t"] as const;
const QUOTED = /"[^"]*"/g;

/** The delimiter that occurs most often in the first line, and what ends that line. */
export function detectDialect(start: Buffer): CsvDialect {
  const unquoted = start.toString("utf8", 0, DIALECT_BYTES).replace(QUOTED, "");
  const [line = "", lineBreak] = unquoted.split(/(\r\n?|\n)/, 2);
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return {
    delimiter: DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",",
    rowEnd: lineBreak === "\r" ? "\r" : "\n",
  };
}
