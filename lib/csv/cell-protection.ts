/**
 * Spreadsheets skip these characters before a formula: white space, control, format and invisible characters, and a
 * quote, which opens a cell if the file is split by another separator.
 */
const FORMULA_START = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}"]*[=+\-@]/u;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
/** Where a spreadsheet with another locale, or one that splits by lines first, starts a new cell. */
export const OTHER_SEPARATORS = {
  ",": /([;|\t\r\n\v\f\u0085\u2028\u2029])/,
  ";": /([,|\t\r\n\v\f\u0085\u2028\u2029])/,
} as const;
export type Delimiter = keyof typeof OTHER_SEPARATORS;
const SEPARATORS = /([,;|\t\r\n\v\f\u0085\u2028\u2029])/;
/** The fast path for nearly every cell, because an export has millions. */
const SAFE = /^[A-Za-z0-9][^,;|\t\r\n\v\f\u0085\u2028\u2029]*$/;

/** Excel shows longer numbers as 1.23E+11 and saves them like that. */
const PLAIN_NUMBER = /^(0|[1-9]\d{0,10})$/;
const LOOKS_NUMERIC = /^(?=.*\d)[\s\d.,:/()%$€£¥+\-eE]+$/;
const LOOKS_LIKE_DATE =
  /^(?=.*\d)\d{0,4}[\s/-]?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\s./-]?\d{0,4}$/i;

/** A leading apostrophe makes each part text that could become its own cell. Numbers stay numbers, for sums. */
export function preventFormulas(text: string, delimiter: Delimiter): string {
  if (SAFE.test(text) || NUMBER.test(text)) return text;
  return mapParts(text, OTHER_SEPARATORS[delimiter], (part) => (isFormula(part) ? `'${part}` : part));
}

/** The apostrophe keeps spreadsheets from converting an ID or a name into a number or a date: `0042` would become 42. */
export function keepAsText(text: string): string {
  return isConverted(text) ? `'${text}` : text;
}

/** Takes the apostrophes off again that the two above have added. Others stay, as in `'t Hart`. */
export function withoutProtection(text: string): string {
  if (!text.includes("'")) return text;
  const bare = mapParts(text, SEPARATORS, (part) => (isProtectedFormula(part) ? part.slice(1) : part));
  // The first part has one apostrophe for both reasons.
  return isProtectedFormula(firstPart(text)) || !isProtectedText(bare) ? bare : bare.slice(1);
}

/** Doubles those that only look like protection, so that `withoutProtection` returns the same text. */
export function keepApostrophes(text: string): string {
  if (!text.includes("'")) return text;
  const kept = mapParts(text, SEPARATORS, (part) => (isProtectedFormula(part) ? `'${part}` : part));
  return isProtectedFormula(firstPart(text)) || !isProtectedText(text) ? kept : `'${kept}`;
}

// NFKC converts full-width and small forms such as ＝ into the plain characters.
function isFormula(part: string): boolean {
  return FORMULA_START.test(part.normalize("NFKC"));
}

function isConverted(text: string): boolean {
  return !PLAIN_NUMBER.test(text) && (LOOKS_NUMERIC.test(text) || LOOKS_LIKE_DATE.test(text));
}

function isProtectedFormula(part: string): boolean {
  return part.startsWith("'") && isFormula(withoutApostrophes(part));
}

function isProtectedText(text: string): boolean {
  return text.startsWith("'") && isConverted(withoutApostrophes(text));
}

function withoutApostrophes(text: string): string {
  return text.replace(/^'+/, "");
}

function firstPart(text: string): string {
  return text.split(SEPARATORS, 1)[0] ?? "";
}

function mapParts(text: string, separators: RegExp, change: (part: string) => string): string {
  return text.split(separators).map(change).join("");
}
