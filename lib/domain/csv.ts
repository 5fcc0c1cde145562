/**
 * What spreadsheets pass over before they look for a formula: white space, control, format and invisible characters,
 * and a quote, which opens a cell when the file is split by another separator than ours.
 */
const FORMULA_START = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}"]*[=+\-@]/u;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
/** Where a spreadsheet of another locale, or one that splits by lines first, begins a new cell. */
const OTHER_SEPARATORS = /([;|\t\r\n\v\f\u0085\u2028\u2029])/;
const NEEDS_QUOTES = /[",;|\t\r\n\v\f\u0085\u2028\u2029]/;
/** Nearly every cell, and nothing needs to be done about it: an export has millions. */
const HARMLESS = /^[A-Za-z0-9][^",;|\t\r\n\v\f\u0085\u2028\u2029]*$/;

/**
 * A cell that no spreadsheet runs as a formula: a leading apostrophe makes it text, in each part of it that could
 * become a cell of its own. Numbers stay numbers, so that sums still add up.
 */
export function csvCell(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? "" : String(value);
  if (HARMLESS.test(text)) return text;
  const safe = NUMBER.test(text) ? text : text.split(OTHER_SEPARATORS).map(asText).join("");
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The first cell should be a name or an id: split by another separator, it begins a cell that holds the whole line. */
export function csvLine(values: readonly (string | number | null | undefined)[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

// NFKC turns full-width and small forms such as ＝ into the characters that they stand for.
function asText(part: string): string {
  return FORMULA_START.test(part.normalize("NFKC")) ? `'${part}` : part;
}
