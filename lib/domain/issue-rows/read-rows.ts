import { COUNTRIES, findCountry } from "@/lib/domain/countries/countries";
import { splitInternational } from "@/lib/domain/countries/phone";
import { foldFormAndCase } from "@/lib/domain/text/fold-text";
import { isIsoDate } from "@/lib/domain/time/calendar";
import type { IssueColumnKey } from "./columns";

/** The texts of a row, by column. One that is absent is empty. */
export type IssueCells = Partial<Record<IssueColumnKey, string>>;

export type IssueRow = {
  /** Its row in the file. */
  number: number;
  cells: IssueCells;
};

/** The order in which a column writes a date such as 03/04/1990. */
export type DayOrder = "day-first" | "month-first";
export type DayOrders = Partial<Record<IssueColumnKey, DayOrder>>;

/** A column whose dates can be read in two ways. */
export type DateQuestion = {
  key: IssueColumnKey;
  /** As it is in the file. */
  example: string;
  understood: Record<DayOrder, string>;
};

export type ReadRows = { rows: IssueRow[]; questions: DateQuestion[] };

type FileRow = { number: number; cells: readonly string[] };

/**
 * The cells of each row by column, in the spelling of the contract where it is certain what they mean. Others stay as
 * they are, so that the person sees what to correct.
 * @param mapping for each column of the file its key; null for one that isn't used
 * @param answers to the questions about dates
 */
export function readRows(
  rows: readonly FileRow[],
  mapping: readonly (IssueColumnKey | null)[],
  answers: DayOrders = {},
): ReadRows {
  const questions: DateQuestion[] = [];
  const orders: DayOrders = {};
  for (const [index, key] of mapping.entries()) {
    if (key !== "dob" && key !== "expiryDate") continue;
    const cells = rows.map((row) => row.cells[index] ?? "");
    const found = findOrder(cells);
    if (found && typeof found === "object" && !answers[key]) questions.push({ key, ...found });
    const order = answers[key] ?? (typeof found === "string" ? found : null);
    if (order) orders[key] = order;
  }
  return {
    rows: rows.map(({ number, cells }) => ({ number, cells: readCells(cells, mapping, orders) })),
    questions,
  };
}

function readCells(
  texts: readonly string[],
  mapping: readonly (IssueColumnKey | null)[],
  orders: DayOrders,
): IssueCells {
  const cells: IssueCells = {};
  for (const [index, key] of mapping.entries()) {
    const text = texts[index]?.trim() ?? "";
    if (key && text !== "") cells[key] = readCell(key, text, orders[key] ?? null);
  }
  return splitPhone(cells);
}

/** Of one cell that a person typed or pasted. */
export function readCell(key: IssueColumnKey, text: string, order: DayOrder | null = null): string {
  const typed = text.trim();
  if (key === "dob" || key === "expiryDate") return readDay(typed, order) ?? typed;
  if (key === "country") return findCountryCode(typed) ?? typed;
  const words = WORDS[key];
  return words?.find(([pattern]) => pattern.test(typed))?.[1] ?? typed;
}

const WORDS: Partial<Record<IssueColumnKey, readonly (readonly [RegExp, string])[]>> = {
  customerType: [
    [/^(consumer|person|individual|personal|privatperson|privatkunde)$/i, "Consumer"],
    [/^(business|company|corporate|firma|unternehmen|geschäftskunde)$/i, "Business"],
  ],
  cardType: [
    [/^(virtual|virtuell)$/i, "virtual"],
    [/^(physical|plastic|physisch|plastik)$/i, "physical"],
  ],
  entityType: [
    [/^(personal|sole trader|individual)$/i, "personal"],
    [/^(company|limited|corporation)$/i, "company"],
  ],
};

/** A number with a dial code of its own doesn't need the other column. */
export function splitPhone(cells: IssueCells): IssueCells {
  const dialCode = cells.dialCode?.replace(/^(?:\+|00)\s*/, "");
  const split = cells.phone ? splitInternational(cells.phone) : null;
  if (!split || (dialCode && dialCode !== String(split.dialCode)))
    return dialCode === undefined ? cells : { ...cells, dialCode };
  return { ...cells, dialCode: String(split.dialCode), phone: split.phoneNumber };
}

const LANGUAGES = ["en", "de", "fr", "es"];

/** The browser knows the names, so that they aren’t part of the page. No name means two countries. */
const CODE_OF_NAME = new Map([
  ...LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: "region" });
    return COUNTRIES.map(({ alpha2, alpha3 }) => [foldFormAndCase(names.of(alpha2) ?? ""), alpha3] as const);
  }),
  ...COUNTRIES.map(({ name, alpha3 }) => [foldFormAndCase(name), alpha3] as const),
]);

function findCountryCode(text: string): string | null {
  const code = text.toUpperCase() === "UK" ? "GB" : text.toUpperCase();
  return findCountry(code)?.alpha3 ?? CODE_OF_NAME.get(foldFormAndCase(text)) ?? null;
}

const PARTS = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;
const YEAR_FIRST = /^(\d{4})([./-]?)(\d{2})\2(\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;

/** As YYYY-MM-DD; null if it isn't a date, or its order isn't known and matters. */
function readDay(text: string, order: DayOrder | null): string | null {
  const [, year, , month, day] = YEAR_FIRST.exec(text) ?? [];
  if (year) return asDay(year, month ?? "", day ?? "");
  const parts = PARTS.exec(text);
  if (!parts) return null;
  const [dayFirst, monthFirst] = bothDays(parts);
  // A date with dots is never written month first.
  if (parts[2] === ".") return dayFirst;
  if (order) return order === "day-first" ? dayFirst : monthFirst;
  return dayFirst === monthFirst ? dayFirst : null;
}

/** Written like a date, but of no day, in any order. */
export function isImpossibleDay(text: string): boolean {
  const [, year, , month = "", day = ""] = YEAR_FIRST.exec(text) ?? [];
  if (year) return asDay(year, month, day) === null;
  const parts = PARTS.exec(text);
  return parts !== null && bothDays(parts).every((date) => date === null);
}

function bothDays([, first = "", , second = "", year = ""]: readonly string[]) {
  return [asDay(year, second, first), asDay(year, first, second)] as const;
}

function asDay(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isIsoDate(date) ? date : null;
}

/** What some of the cells prove, or an example that can be read both ways; null if it doesn't matter. */
function findOrder(cells: readonly string[]): DayOrder | Omit<DateQuestion, "key"> | null {
  let question: Omit<DateQuestion, "key"> | null = null;
  const proven = new Set<DayOrder>();
  for (const cell of cells) {
    const parts = PARTS.exec(cell.trim());
    if (!parts) continue;
    const [dayFirst, monthFirst] = bothDays(parts);
    if (parts[2] === ".") continue;
    if (dayFirst && !monthFirst) proven.add("day-first");
    else if (monthFirst && !dayFirst) proven.add("month-first");
    else if (dayFirst && monthFirst && dayFirst !== monthFirst)
      question ??= { example: cell.trim(), understood: { "day-first": dayFirst, "month-first": monthFirst } };
  }
  const [order] = proven;
  return proven.size === 1 && order ? order : question;
}
