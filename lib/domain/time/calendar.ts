/** A calendar day, `YYYY-MM-DD`. Sorts and compares as text. */
export type IsoDate = string;

/** An inclusive range; a missing date means no limit on that side. Without a zone the days are in UTC. */
export type Days = {
  from?: IsoDate | null | undefined;
  to?: IsoDate | null | undefined;
  zone?: string | null | undefined;
};

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_MS = 86_400_000;
const FIRST_DATE = "0001-01-01";
const LAST_DATE = "9999-12-31";

export const MINIMUM_EXPIRY_MONTHS = 1;
export const DEFAULT_EXPIRY_YEARS = 3;

export function isIsoDate(text: string): boolean {
  const parts = ISO_DATE.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

export function toIsoDate(instant: Date): IsoDate {
  return instant.toISOString().slice(0, 10);
}

export function startOfDay(date: IsoDate): Date {
  return new Date(`${date}T00:00:00Z`);
}

/** A negative count gives an earlier day. The calendar ends with the year 9999. */
export function addDays(date: IsoDate, days: number): IsoDate {
  const instant = new Date(startOfDay(date).getTime() + days * DAY_MS);
  return isoDate(instant.getUTCFullYear(), instant.getUTCMonth() + 1, instant.getUTCDate());
}

/** Both included. */
export function listDays(from: IsoDate, to: IsoDate): IsoDate[] {
  const days = (startOfDay(to).getTime() - startOfDay(from).getTime()) / DAY_MS + 1;
  return Array.from({ length: days }, (_, index) => addDays(from, index));
}

/** The last day of a shorter month (31 January → 28 February). */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const monthIndex = year * 12 + (month - 1) + months;
  const targetYear = Math.floor(monthIndex / 12);
  const targetMonth = monthIndex - targetYear * 12 + 1;
  return isoDate(targetYear, targetMonth, Math.min(day, daysInMonth(targetYear, targetMonth)));
}

export function firstOfMonth(date: IsoDate): IsoDate {
  return `${date.slice(0, 7)}-01`;
}

export function lastOfMonth(date: IsoDate): IsoDate {
  const [year = 0, month = 0] = date.split("-").map(Number);
  return isoDate(year, month, daysInMonth(year, month));
}

/** The first expiry date that the issuer accepts on `today`. */
export function earliestExpiry(today: IsoDate): IsoDate {
  return addMonths(today, MINIMUM_EXPIRY_MONTHS);
}

/** The issuer's default if the request has no expiry date. */
export function defaultExpiry(today: IsoDate): IsoDate {
  return addMonths(today, DEFAULT_EXPIRY_YEARS * 12);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

// Dates are compared as text, which works only with four-digit years.
function isoDate(year: number, month: number, day: number): IsoDate {
  if (year < 1) return FIRST_DATE;
  if (year > 9999) return LAST_DATE;
  return [String(year).padStart(4, "0"), String(month).padStart(2, "0"), String(day).padStart(2, "0")].join(
    "-",
  );
}
