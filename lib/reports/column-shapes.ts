import type { Cell } from "@/lib/domain/exports/cell";
import { isIdColumn } from "@/lib/domain/reports/id-column";
import { isIsoDate } from "@/lib/domain/time/calendar";
import { dateTimeIn } from "@/lib/domain/time/time-zone";
import { parseTimestamp } from "@/lib/domain/time/timestamp";

/** What the cells of a column have in common. */
export type ColumnShape = {
  /** Null if the text doesn't have this shape; it is then written as text. */
  read: (text: string) => Cell;
  /** The shape also needs this, for the column as a whole. */
  isClear?: (texts: readonly string[]) => boolean;
  /** Appended to the column's name. */
  note?: string;
};

const TEXT: ColumnShape = { read: (text) => text };

/** Longer whole numbers are identifiers, and no spreadsheet could hold them. */
const DECIMAL = /^[+-]?(0|[1-9]\d{0,14})(\.\d+)?$/;
const DECIMAL_WITH_COMMA = /^[+-]?(0|[1-9]\d{0,14})(,\d+)?$/;
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})[ T]([01]\d|2[0-3])(:[0-5]\d:[0-5]\d)(\.\d{1,3})?$/;
const FINER_THAN_MS = /\.\d{4}/;

/** The first that fits counts. A whole number is a decimal, so a comma is only tried where there is one. */
const SHAPES: readonly ColumnShape[] = [
  { read: (text) => (isIsoDate(text) ? { is: "date", text } : null) },
  { read: readLocalTime },
  { read: readZonedTime, note: " (UTC)" },
  { read: (text) => (DECIMAL.test(text) ? { is: "decimal", text } : null) },
  {
    read: (text) => (DECIMAL_WITH_COMMA.test(text) ? { is: "decimal", text: text.replace(",", ".") } : null),
    // `1,234` alone may be more than a thousand.
    isClear: (texts) => texts.some((text) => /,(\d{1,2}|\d{4,})$/.test(text)),
  },
];

/** Judges a column by its name and its first cells. Identifiers stay text, with their leading zeros. */
export function detectShape(name: string, texts: readonly string[]): ColumnShape {
  const filled = texts.filter((text) => text !== "");
  if (filled.length === 0 || isIdColumn(name)) return TEXT;
  const fits = ({ read, isClear }: ColumnShape) =>
    filled.every((text) => read(text) !== null) && (isClear?.(filled) ?? true);
  return SHAPES.find(fits) ?? TEXT;
}

function readLocalTime(text: string): Cell {
  const [, date = "", hours, rest, fraction] = LOCAL_TIME.exec(text) ?? [];
  return isIsoDate(date) ? { is: "date", text: `${date} ${hours}${rest}${milliseconds(fraction)}` } : null;
}

function readZonedTime(text: string): Cell {
  const instant = FINER_THAN_MS.test(text) ? null : parseTimestamp(text);
  if (!instant) return null;
  const [fraction] = /\.\d+/.exec(text) ?? [];
  return { is: "date", text: dateTimeIn(instant, "UTC") + milliseconds(fraction) };
}

/** `.5` → `.500` */
function milliseconds(fraction: string | undefined): string {
  return fraction === undefined ? "" : fraction.padEnd(4, "0");
}
