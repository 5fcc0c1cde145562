import { stringify } from "csv-stringify/sync";
import { type Currency, currencyDecimals } from "@/lib/domain/money/money";
import { dateTimeIn } from "@/lib/domain/time/time-zone";
import { parseTimestamp } from "@/lib/domain/time/timestamp";

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

export type CsvValue = string | number | null | undefined;

/** The first cell should be a name or an ID, because with another separator it becomes the whole line. */
export function csvLines(rows: readonly (readonly CsvValue[])[]): string {
  return stringify([...rows], {
    record_delimiter: "\r\n",
    quoted_match: OTHER_SEPARATORS,
    cast: { string: preventFormulas, number: (number) => preventFormulas(String(number)) },
  });
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

/**
 * An ID or a name. The apostrophe keeps spreadsheets from converting it into a number or a date: `0042` would become
 * 42. Not for amounts, which must stay numbers.
 */
export function csvText<Text extends string | null | undefined>(text: Text): Text | string {
  if (typeof text !== "string" || PLAIN_NUMBER.test(text)) return text;
  return LOOKS_NUMERIC.test(text) || LOOKS_LIKE_DATE.test(text) ? `'${text}` : text;
}

const DECIMAL = /^(-?\d+)(?:\.(\d+))?$/;

/** With the currency's decimals, so that the column is uniform: `427.50`. Extra digits stay. */
export function csvAmount(amount: number | string, currency: Currency): string {
  const [, whole, fraction = ""] = DECIMAL.exec(String(amount)) ?? [];
  if (whole === undefined) return String(amount);
  const digits = fraction.replace(/0+$/, "").padEnd(currencyDecimals(currency), "0");
  return digits === "" ? whole : `${whole}.${digits}`;
}

/** `****0042`: text in every spreadsheet, and the last four characters for a program. */
export function csvLastFour(lastFour: string | null | undefined): string | null {
  return lastFour ? `****${lastFour}` : null;
}

/** `2026-11-15 14:03:22`: spreadsheets recognize this as a date, unlike the issuer's `T` and `+0000`. */
export function csvTime(moment: Date | string, timeZone = "UTC"): string {
  const instant = typeof moment === "string" ? parseTimestamp(moment) : moment;
  return instant ? dateTimeIn(instant, timeZone) : String(moment);
}

/** `created_utc`, `created_europe_berlin`. */
export function csvTimeColumn(name: string, timeZone = "UTC"): string {
  return `${name}_${timeZone.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_")}`;
}
