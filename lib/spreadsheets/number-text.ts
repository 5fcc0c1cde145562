import type { NumberFormat } from "./number-formats";

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const WHOLE = /^-?(?:0|[1-9]\d*)$/;
/** What spreadsheets show; further digits are noise of binary fractions. */
const SIGNIFICANT_DIGITS = 15;

/** A stored number as people see it in the cell: digits without exponent, or a date. */
export function numberText(stored: string, format: NumberFormat, is1904: boolean): string {
  const text = stored.trim();
  const number = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(number)) return text;
  switch (format.is) {
    case "number":
      return decimalText(text);
    case "digits":
      return /^\d+$/.test(text) ? text.padStart(format.count, "0") : decimalText(text);
    case "day":
    case "moment":
    case "duration":
      return dateText(number, format.is, is1904) ?? decimalText(text);
  }
}

/** Whole numbers keep all digits that the file has. */
function decimalText(text: string): string {
  if (WHOLE.test(text)) return text === "-0" ? "0" : text;
  const [mantissa = "", exponent = "0"] = Number(text).toPrecision(SIGNIFICANT_DIGITS).split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  const before = digits.slice(0, Math.max(point, 0)).padEnd(point, "0") || "0";
  const after = ("0".repeat(Math.max(-point, 0)) + digits.slice(Math.max(point, 0))).replace(/0+$/, "");
  const sign = mantissa.startsWith("-") && /[1-9]/.test(digits) ? "-" : "";
  return sign + (after === "" ? before : `${before}.${after}`);
}

const DAY_SECONDS = 86_400;
const DAYS_TO_1904 = 1_462;
/** 29 February 1900, which never was: Excel counts it. */
const FALSE_DAY = 60;
/** 31 December 9999 */
const LAST_DAY = 2_958_465;

/** Null if there is no such date. */
function dateText(serial: number, kind: "day" | "moment" | "duration", is1904: boolean): string | null {
  const seconds = Math.round(serial * DAY_SECONDS);
  const time = seconds % DAY_SECONDS;
  if (kind !== "day" && seconds >= 0 && seconds < DAY_SECONDS) return timeText(time);
  if (kind === "duration") return null;
  const day = (seconds - time) / DAY_SECONDS + (is1904 ? DAYS_TO_1904 : 0);
  if (serial < 0 || day < 1 || day === FALSE_DAY || day > LAST_DAY) return null;
  return time === 0 ? dayText(day) : `${dayText(day)} ${timeText(time)}`;
}

const DAY_MS = DAY_SECONDS * 1000;
/** Before 1 March 1900, and since. */
const EPOCHS = [Date.UTC(1899, 11, 31), Date.UTC(1899, 11, 30)] as const;
/** A column of dates repeats them, and formatting one takes longer than reading it. */
const dayTexts = new Map<number, string>();
const MAX_DAY_TEXTS = 50_000;

function dayText(day: number): string {
  const known = dayTexts.get(day);
  if (known !== undefined) return known;
  const epoch = EPOCHS[day < FALSE_DAY ? 0 : 1];
  const text = new Date(epoch + day * DAY_MS).toISOString().slice(0, 10);
  if (dayTexts.size < MAX_DAY_TEXTS) dayTexts.set(day, text);
  return text;
}

function timeText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 19);
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(:\d{2})?(?:\.\d+)?Z?)?$/;

/** `2026-11-15T14:03:22.000Z` → `2026-11-15 14:03:22`, and only the date at midnight. */
export function isoText(text: string): string {
  const [, date, minutes = "00:00", seconds = ":00"] = ISO.exec(text) ?? [];
  if (date === undefined) return text;
  const time = minutes + seconds;
  return time === "00:00:00" ? date : `${date} ${time}`;
}
