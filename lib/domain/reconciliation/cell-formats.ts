import { isIsoDate } from "@/lib/domain/time/calendar";
import { parseTimestamp } from "@/lib/domain/time/timestamp";

export type DecimalMark = "." | ",";
/** The order in which a file writes a date that is not an ISO one. */
export type DateOrder = "day-first" | "month-first";
/** Null as long as no cell can be read in two ways; one that can is then not understood. */
export type CellFormats = { decimal: DecimalMark | null; dates: DateOrder | null };

/** "either" if the cells can be read with both formats, "both" if some need the one and some the other. */
export type Detected<Format> = Format | "either" | "both" | null;

/** More would be an identifier. The database sums this many exactly. */
const MAX_DIGITS = 38;
/** A number has one kind of thousands separator. Before the last group there may also be two digits, as in India. */
const NUMBERS: Record<DecimalMark, RegExp> = {
  ".": /^(\d+|[1-9]\d{0,2}([ ,'’\u00a0\u202f])(?:\d{2,3}\2)*\d{3})?(?:\.(\d+))?$/,
  ",": /^(\d+|[1-9]\d{0,2}([ .'’\u00a0\u202f])(?:\d{2,3}\2)*\d{3})?(?:,(\d+))?$/,
};
/** What most cells are, for speed. */
const PLAIN: Record<DecimalMark, RegExp> = {
  ".": /^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/,
  ",": /^-?(?:0|[1-9]\d{0,17})$/,
};
/** `-1`, `1-`, and `(1)` are the same. */
const SIGNED =
  /^(?:\((?<inParentheses>[^()+-]+)\)|(?<sign>[+-]?)(?<leading>[^()+-]+)|(?<trailing>[^()+-]+)-)$/;

/** A plain decimal such as `-1234.50`, or null. */
export function readDecimal(cell: string, mark: DecimalMark | null): string | null {
  if (mark === null) {
    const decimal = readDecimal(cell, ".");
    return decimal === readDecimal(cell, ",") ? decimal : null;
  }
  if (PLAIN[mark].test(cell)) return cell;
  const signed = SIGNED.exec(cell.trim().replace("\u2212", "-"))?.groups;
  if (!signed) return null;
  const digits = signed.leading ?? signed.inParentheses ?? signed.trailing ?? "";
  const [, whole = "", , fraction = ""] = NUMBERS[mark].exec(digits) ?? [];
  const plain = whole.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  if (plain === "" && fraction === "") return null;
  if (plain.length + fraction.length > MAX_DIGITS) return null;
  const sign = signed.sign === "-" || signed.leading === undefined ? "-" : "";
  return `${sign}${plain || "0"}${fraction && `.${fraction}`}`;
}

export function detectDecimalMark(cells: readonly string[]): Detected<DecimalMark> {
  return detect(cells, [".", ","], readDecimal);
}

const PARTS =
  /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?([AP])M)?)?Z?$/i;
const [FIRST_YEAR, LAST_YEAR] = [1970, 2199];

/** A time without a zone is UTC, as the reports' days are. */
export function readTime(cell: string, order: DateOrder | null): Date | null {
  const text = cell.trim().replace(/ ?(?:UTC|GMT)$/, "Z");
  const instant =
    parseTimestamp(text) ?? (PARTS.test(text) ? readParts(text, order) : parseTimestamp(toTimestamp(text)));
  const year = instant?.getUTCFullYear() ?? 0;
  return year >= FIRST_YEAR && year <= LAST_YEAR ? instant : null;
}

/** ISO 8601 in its other spellings: with spaces or slashes, without seconds, a time, or a zone. */
function toTimestamp(text: string): string {
  return text
    .replace(/^(\d{4})([-/.]?)(\d{2})\2(\d{2})(?=$|[ TZ])/, "$1-$3-$4")
    .replace(/^(\S{10})(?=Z?$)/, "$1T00:00:00")
    .replace(/^(\S{10}) /, "$1T")
    .replace(/^(\S{10}T\d{2}:\d{2})(?=$|[Z+-])/, "$1:00")
    .replace(/([+-]\d{2})$/, "$100")
    .replace(/(T[\d:.]+)$/, "$1Z");
}

function readParts(text: string, order: DateOrder | null): Date | null {
  if (order === null) {
    const instant = readParts(text, "day-first");
    return instant?.getTime() === readParts(text, "month-first")?.getTime() ? instant : null;
  }
  const [, first = "", , second = "", year, hours = "0", minutes = "00", seconds = "00", half] =
    PARTS.exec(text) ?? [];
  const [month, day] = order === "day-first" ? [second, first] : [first, second];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (!isIsoDate(date) || (half && (Number(hours) < 1 || Number(hours) > 12))) return null;
  const hour = half ? (Number(hours) % 12) + (half.toUpperCase() === "P" ? 12 : 0) : Number(hours);
  return parseTimestamp(`${date}T${String(hour).padStart(2, "0")}:${minutes}:${seconds}Z`);
}

export function detectDateOrder(cells: readonly string[]): Detected<DateOrder> {
  // A date with dots is never written month first.
  const isDotted = cells.some((cell) => /^\d{1,2}\.\d{1,2}\./.test(cell.trim()));
  const order = detect(cells, ["day-first", "month-first"], (cell, format) =>
    readTime(cell, format)?.getTime(),
  );
  return isDotted && order === "either" ? "day-first" : order;
}

function detect<Format extends string>(
  cells: readonly string[],
  [one, other]: readonly [Format, Format],
  read: (cell: string, format: Format) => string | number | null | undefined,
): Detected<Format> {
  let [isOne, isOther, isEither] = [false, false, false];
  for (const cell of cells) {
    const [asOne, asOther] = [read(cell, one) ?? null, read(cell, other) ?? null];
    if (asOne === asOther) continue;
    if (asOther === null) isOne = true;
    else if (asOne === null) isOther = true;
    else isEither = true;
  }
  if (isOne && isOther) return "both";
  if (isOne) return one;
  if (isOther) return other;
  return isEither ? "either" : null;
}
