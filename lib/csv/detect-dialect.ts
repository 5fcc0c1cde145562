import { type CsvDialect, OWN_DIALECT } from "./dialect";
import { CELL, CsvScanner, ROW } from "./scanner";

/** Enough for the column names; a file is not read before more than this has arrived. */
export const DIALECT_BYTES = 4_096;

const DELIMITERS = [",", ";", "\t"] as const;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;

/**
 * The delimiter that leaves the fewest quotes inside unquoted cells; if that doesn't decide, one that splits the next
 * row into as many cells as there are columns; and of these the one with the most columns.
 */
export function detectDialect(start: Uint8Array): CsvDialect {
  const candidates = DELIMITERS.map((delimiter) => {
    const dialect = { delimiter, rowEnd: detectRowEnd(start, delimiter) };
    const [{ cells, strayQuotes }, nextRow] = readRows(start, dialect);
    return { dialect, cells, strayQuotes, isConsistent: cells > 1 && cells === nextRow?.cells };
  });
  const [best] = candidates.toSorted(
    (left, right) =>
      left.strayQuotes - right.strayQuotes ||
      Number(right.isConsistent) - Number(left.isConsistent) ||
      right.cells - left.cells,
  );
  return best?.dialect ?? OWN_DIALECT;
}

/** `\r` only if no `\n` follows it, because rows may end in `\r\n` or even in `\r\r\n`. */
export function detectRowEnd(start: Uint8Array, delimiter: string): CsvDialect["rowEnd"] {
  const [{ end: carriageReturn }] = readRows(start, { delimiter, rowEnd: "\r" });
  const [{ end: lineFeed }] = readRows(start, { delimiter, rowEnd: "\n" });
  if (carriageReturn === null || (lineFeed !== null && lineFeed < carriageReturn)) return "\n";
  const next = start.subarray(carriageReturn).find((byte) => byte !== CARRIAGE_RETURN);
  return next === LINE_FEED ? "\n" : "\r";
}

type Row = {
  cells: number;
  /** Quotes that are text in an unquoted cell, or after which a quoted cell continues. */
  strayQuotes: number;
  /** The position of its end, or null if it isn't complete. */
  end: number | null;
};

/** The first row, and the second one if it is complete. */
function readRows(start: Uint8Array, dialect: CsvDialect): [Row, Row?] {
  const scanner = new CsvScanner(dialect);
  const rows: Row[] = [];
  let cells = 1;
  let strayQuotes = 0;
  for (const [index, byte] of start.subarray(0, DIALECT_BYTES).entries()) {
    const { isUnquoted, isAfterQuote } = scanner;
    const ends = scanner.next(byte);
    const continuesAfterQuote = isAfterQuote && scanner.isUnquoted && byte !== CARRIAGE_RETURN;
    if ((isUnquoted && byte === QUOTE) || continuesAfterQuote) strayQuotes += 1;
    if (ends === CELL) cells += 1;
    if (ends !== ROW) continue;
    rows.push({ cells, strayQuotes, end: index });
    cells = 1;
    strayQuotes = 0;
    if (rows.length === 2) break;
  }
  const [first = { cells, strayQuotes, end: null }, second] = rows;
  return second ? [first, second] : [first];
}
