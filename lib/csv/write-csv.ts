import { stringify } from "csv-stringify/sync";
import type { Cell, CellRow } from "@/lib/domain/exports/cell";

/**
 * Spreadsheets skip these characters before a formula: white space, control, format and invisible characters, and a
 * quote, which opens a cell if the file is split by another separator.
 */
const FORMULA_START = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}"]*[=+\-@]/u;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
/** Where a spreadsheet with another locale, or one that splits by lines first, starts a new cell. */
const OTHER_SEPARATORS = /([;|\t\r\n\v\f\u0085\u2028\u2029])/;
/** The fast path for nearly every cell, because an export has millions. */
const SAFE = /^[A-Za-z0-9][^;|\t\r\n\v\f\u0085\u2028\u2029]*$/;

/** The first cell should be a name or an ID, because with another separator it becomes the whole line. */
export function csvLines(rows: readonly CellRow[]): string {
  return stringify(
    rows.map((row) => row.map(toPlain)),
    {
      record_delimiter: "\r\n",
      quoted_match: OTHER_SEPARATORS,
      cast: { string: preventFormulas, number: (number) => preventFormulas(String(number)) },
    },
  );
}

function toPlain(cell: Cell): string | number | null | undefined {
  if (typeof cell !== "object" || cell === null) return cell;
  return cell.is === "text" ? keepAsText(cell.text) : cell.text;
}

/** A leading apostrophe makes each part text that could become its own cell. Numbers stay numbers, for sums. */
function preventFormulas(text: string): string {
  if (SAFE.test(text) || NUMBER.test(text)) return text;
  return text.split(OTHER_SEPARATORS).map(asText).join("");
}

// NFKC converts full-width and small forms such as ＝ into the plain characters.
function asText(part: string): string {
  return FORMULA_START.test(part.normalize("NFKC")) ? `'${part}` : part;
}

/** Excel detects UTF-8 only by this mark, and otherwise garbles names. */
export const CSV_BYTE_ORDER_MARK = "\ufeff";

/** Excel shows longer numbers as 1.23E+11 and saves them like that. */
const PLAIN_NUMBER = /^(0|[1-9]\d{0,10})$/;
const LOOKS_NUMERIC = /^(?=.*\d)[\s\d.,:/()%$€£¥+\-eE]+$/;
const LOOKS_LIKE_DATE =
  /^(?=.*\d)\d{0,4}[\s/-]?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\s./-]?\d{0,4}$/i;

/** The apostrophe keeps spreadsheets from converting an ID or a name into a number or a date: `0042` would become 42. */
function keepAsText(text: string): string {
  if (PLAIN_NUMBER.test(text)) return text;
  return LOOKS_NUMERIC.test(text) || LOOKS_LIKE_DATE.test(text) ? `'${text}` : text;
}
