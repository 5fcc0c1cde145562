import { type CsvDialect, OWN_DIALECT } from "./dialect";
import { CELL, CsvScanner, ROW } from "./scanner";

/** Enough for the column names; a file is not read before more than this has arrived. */
export const DIALECT_BYTES = 4_096;

const DELIMITERS = [",", ";", "\t"] as const;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The delimiter with the most columns; one that splits the next row into as many cells takes precedence. */
export function detectDialect(start: Buffer): CsvDialect {
  const candidates = DELIMITERS.map((delimiter) => {
    const dialect = { delimiter, rowEnd: detectRowEnd(start, delimiter) };
    const [columns, nextRow] = readRows(start, dialect);
    return {
      dialect,
      cells: columns.cells,
      isConsistent: columns.cells > 1 && columns.cells === nextRow?.cells,
    };
  });
  const [best] = candidates.toSorted(
    (left, right) => Number(right.isConsistent) - Number(left.isConsistent) || right.cells - left.cells,
  );
  return best?.dialect ?? OWN_DIALECT;
}

/** `\r` only if no `\n` follows it, because rows may end in `\r\n` or even in `\r\r\n`. */
function detectRowEnd(start: Buffer, delimiter: string): CsvDialect["rowEnd"] {
  const [{ end: carriageReturn }] = readRows(start, { delimiter, rowEnd: "\r" });
  const [{ end: lineFeed }] = readRows(start, { delimiter, rowEnd: "\n" });
  if (carriageReturn === null || (lineFeed !== null && lineFeed < carriageReturn)) return "\n";
  const next = start.subarray(carriageReturn).find((byte) => byte !== CARRIAGE_RETURN);
  return next === LINE_FEED ? "\n" : "\r";
}

type Row = { cells: number /** Where its end is, or null if it isn't complete. */; end: number | null };

/** The first row, and the second one if it is complete. */
function readRows(start: Buffer, dialect: CsvDialect): [Row, Row?] {
  const scanner = new CsvScanner(dialect);
  const rows: Row[] = [];
  let cells = 1;
  for (const [index, byte] of start.subarray(0, DIALECT_BYTES).entries()) {
    const ends = scanner.next(byte);
    if (ends === CELL) cells += 1;
    if (ends !== ROW) continue;
    rows.push({ cells, end: index });
    cells = 1;
    if (rows.length === 2) break;
  }
  const [first = { cells, end: null }, second] = rows;
  return second ? [first, second] : [first];
}
