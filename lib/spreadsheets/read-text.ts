import { DIALECT_BYTES, detectDialect, detectRowEnd } from "@/lib/csv/detect-dialect";
import type { CsvDialect } from "@/lib/csv/dialect";
import { CsvScanner, NOTHING, ROW } from "@/lib/csv/scanner";
import type { Table } from "./table";
import { TableBuilder } from "./table-builder";
import { TableProblem } from "./table-problem";

const SEPARATORS: Readonly<Record<string, string>> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "vertical bars",
};

/** Excel's own way to name the separator, in the first line. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r|$)/i;

/** Reads CSV. `source` is its encoding, or where the text comes from. */
export function readText(text: string, source: string, knownDelimiter?: string): Table {
  const [line = "", named] = SEPARATOR_LINE.exec(text) ?? [];
  const content = text.slice(line.length);
  const dialect = dialectOf(content, named ?? knownDelimiter);
  const builder = new TableBuilder();
  addRows(content, dialect, builder);
  const { delimiter } = dialect;
  return { ...builder.finish(`${source}, separated by ${SEPARATORS[delimiter]}`, []), delimiter };
}

function dialectOf(content: string, delimiter: string | undefined): CsvDialect {
  let begin = 0;
  while (isLineBreak(content, begin)) begin += 1;
  const start = new TextEncoder().encode(content.slice(begin, begin + DIALECT_BYTES));
  return delimiter === undefined
    ? detectDialect(start)
    : { delimiter, rowEnd: detectRowEnd(start, delimiter) };
}

function addRows(text: string, dialect: CsvDialect, builder: TableBuilder): void {
  const scanner = new CsvScanner(dialect, true);
  let [begin, row, column] = [0, 1, 0];
  for (let index = 0; index < text.length; index += 1) {
    const ends = scanner.next(text.charCodeAt(index));
    if (ends === NOTHING) continue;
    builder.add(row, column, cellText(text, begin, index, ends === ROW));
    column += 1;
    begin = index + 1;
    if (ends !== ROW) continue;
    builder.endRow(row);
    row += 1;
    column = 0;
  }
  if (scanner.isInQuotes)
    throw new TableProblem(`Row ${row} has a quotation mark that isn’t closed. Close it or delete it.`);
  builder.add(row, column, cellText(text, begin, text.length, true));
  builder.endRow(row);
}

/** A carriage return before the end of a row belongs to that end. */
function cellText(text: string, begin: number, until: number, isLast: boolean): string {
  let end = until;
  if (isLast) while (end > begin && text[end - 1] === "\r") end -= 1;
  const raw = text.slice(begin, end);
  if (!raw.startsWith('"') || raw.length < 2 || !raw.endsWith('"')) return raw;
  const parts = raw.slice(1, -1).split('""');
  // A quote that isn't doubled is text, and so are the outer ones.
  return parts.some((part) => part.includes('"')) ? raw : parts.join('"');
}

function isLineBreak(text: string, index: number): boolean {
  return text[index] === "\n" || text[index] === "\r";
}
