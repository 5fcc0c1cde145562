import { isIsoDate } from "@/lib/domain/time/calendar";
import { parseTimestamp } from "@/lib/domain/time/timestamp";

export type DecimalMark = "." | ",";
/** The order in which a file writes a date that is not an ISO one. */
export type DateOrder = "day-first" | "month-first";
export type CellFormats = { decimal: DecimalMark; dates: DateOrder };

const NUMBER = /^[+-]?\d{1,3}(?:[ .,'’\u00a0\u202f]?\d{3})*(?:[.,]\d+)?$|^[+-]?\d+(?:[.,]\d+)?$/;

/** The mark that all amounts of a file agree on; null if they would be read differently with each. */
export function detectDecimalMark(cells: Iterable<string>): DecimalMark | null {
  let [isDot, isComma] = [false, false];
  let isAmbiguous = false;
  for (const cell of cells) {
    const text = cell.trim();
    if (!NUMBER.test(text)) continue;
    const [dot, comma] = [text.lastIndexOf("."), text.lastIndexOf(",")];
    if (dot < 0 && comma < 0) continue;
    const last = Math.max(dot, comma);
    const hasBoth = dot >= 0 && comma >= 0;
    const isRepeated = text.indexOf(text[last] ?? "") !== last;
    const isThousands = /^[+-]?\d{1,3}$/.test(text.slice(0, last)) && text.length - last === 4;
    if (!hasBoth && isRepeated) [isDot, isComma] = [isDot || dot < 0, isComma || comma < 0];
    else if (!hasBoth && isThousands) isAmbiguous = true;
    else [isDot, isComma] = [isDot || dot > comma, isComma || comma > dot];
  }
  if (isDot && isComma) return null;
  if (isDot) return ".";
  if (isComma) return ",";
  return isAmbiguous ? null : ".";
}

/** A plain decimal such as `-1234.50`, or null. */
export function readDecimal(cell: string, mark: DecimalMark): string | null {
  const text = cell.trim().replace(/^\((.*)\)$/, "-$1");
  if (!NUMBER.test(text)) return null;
  const thousands = mark === "." ? /[ ,'’\u00a0\u202f]/g : /[ .'’\u00a0\u202f]/g;
  const plain = text.replace(thousands, "").replace(",", ".").replace(/^\+/, "");
  return /^-?\d+(\.\d+)?$/.test(plain) ? plain : null;
}

const PARTS = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;

/** Null if both orders would be possible for every date. */
export function detectDateOrder(cells: Iterable<string>): DateOrder | null {
  let hasParts = false;
  for (const cell of cells) {
    const [, first, second] = PARTS.exec(cell.trim()) ?? [];
    if (first === undefined) continue;
    hasParts = true;
    if (Number(first) > 12) return "day-first";
    if (Number(second) > 12) return "month-first";
    // A date with dots is never written month first.
    if (cell.includes(".")) return "day-first";
  }
  return hasParts ? null : "day-first";
}

/** A time without a zone is UTC, as the reports' days are. */
export function readTime(cell: string, order: DateOrder): Date | null {
  const text = cell
    .trim()
    .replace(/ (?:UTC|GMT)$/, "Z")
    .replace(/^(\d{4}-\d{2}-\d{2}) (?=\d{2}:\d{2}:\d{2})/, "$1T");
  const timestamp = parseTimestamp(text);
  if (timestamp) return timestamp;
  const [, day, clock = "00:00", seconds = "00"] = ISO.exec(text) ?? [];
  if (day) return isIsoDate(day) ? new Date(`${day}T${clock}:${seconds}Z`) : null;
  const parts = PARTS.exec(text);
  if (!parts) return null;
  const [, first = "", second = "", year, hours = "00", minutes = "00", rest = "00"] = parts;
  const [month, date] = order === "day-first" ? [second, first] : [first, second];
  const iso = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  if (!isIsoDate(iso)) return null;
  const instant = new Date(`${iso}T${hours.padStart(2, "0")}:${minutes}:${rest}Z`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
