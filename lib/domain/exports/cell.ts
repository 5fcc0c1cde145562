import { type Currency, currencyDecimals } from "@/lib/domain/money/money";
import { dateTimeIn } from "@/lib/domain/time/time-zone";
import { parseTimestamp } from "@/lib/domain/time/timestamp";

/**
 * A value of an exported file, which each format writes in its own way. A plain string is text that a spreadsheet
 * shows as it is, such as a status.
 */
export type Cell = string | number | null | undefined | TextCell | DecimalCell | DateCell;

/** Stays text even if it looks like a number or a date: an ID or a name. */
export type TextCell = { is: "text"; text: string };
/** An exact number, as decimal text. Text that is no number is written as it is. */
export type DecimalCell = { is: "decimal"; text: string };
/** `2026-11-15`, `2026-11-15 14:03:22`, or `2026-11-15 14:03:22.500`, without a zone. */
export type DateCell = { is: "date"; text: string };

export type CellRow = readonly Cell[];

export function textCell(text: string | null | undefined): TextCell | null {
  return typeof text === "string" ? { is: "text", text } : null;
}

const DECIMAL = /^(-?\d+)(?:\.(\d+))?$/;

/** With the currency's decimals, so that the column is uniform: `427.50`. Extra digits stay. */
export function amountCell(amount: number | string, currency: Currency): DecimalCell {
  const [, whole, fraction = ""] = DECIMAL.exec(String(amount)) ?? [];
  if (whole === undefined) return { is: "decimal", text: String(amount) };
  const digits = fraction.replace(/0+$/, "").padEnd(currencyDecimals(currency), "0");
  return { is: "decimal", text: digits === "" ? whole : `${whole}.${digits}` };
}

/** `****0042`: text in every spreadsheet, and the last four characters for a program. */
export function lastFourCell(lastFour: string | null | undefined): string | null {
  return lastFour ? `****${lastFour}` : null;
}

/** `2026-11-15 14:03:22`: spreadsheets recognize this as a date, unlike the issuer's `T` and `+0000`. */
export function timeCell(moment: Date | string, timeZone = "UTC"): Cell {
  const instant = typeof moment === "string" ? parseTimestamp(moment) : moment;
  return instant ? { is: "date", text: dateTimeIn(instant, timeZone) } : String(moment);
}

/** `created_utc`, `created_europe_berlin`. */
export function timeColumn(name: string, timeZone = "UTC"): string {
  return `${name}_${timeZone.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_")}`;
}
