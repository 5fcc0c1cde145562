import { parse } from "csv-parse/sync";

const DELIMITERS = [",", ";", "\t"] as const;

/** All cells stay text. */
export function parseRows(text: string, delimiter: string): string[][] {
  return parse(text, {
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) as string[][];
}

/** The delimiter that occurs most often in the first line. */
export function delimiterOf(text: string): string {
  const line = text.slice(0, 4_096).split("\n", 1)[0] ?? "";
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}
