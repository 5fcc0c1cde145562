import { amountCell, type Cell, textCell } from "@/lib/domain/exports/cell";
import { groupThousands } from "@/lib/domain/money/numbers";
import { formatDay } from "@/lib/domain/time/date-time";
import type { ExceptionKind, ReconciliationException } from "./exception";

type Named = { kind: ExceptionKind; field: string };
type Values = Pick<ReconciliationException, "field" | "valueCurrency">;

/** Our value and the file's. Neither of two days is in our records: the file has one, and its row another. */
export function exceptionFieldNames({ kind, field }: Named): { ours: string; theirs: string } {
  if (kind === "other-file-differs")
    return { ours: `${field} in the settlement`, theirs: `${field} in the other file` };
  if (kind === "missing-elsewhere") return { ours: field, theirs: field };
  if (field === "Day") return { ours: "Day of the file", theirs: "Date in the row" };
  return { ours: `${field} in our records`, theirs: `${field} in the file` };
}

/** `USD 28.90`, `16 Oct 2026`, or the value as it is. Digits beyond the currency's stay, because they may differ. */
export function formatExceptionValue({ field, valueCurrency }: Values, value: string): string {
  if (field === "Day") return formatDay(value);
  if (!isAmount(field)) return value;
  return [valueCurrency, groupThousands(amountCell(value, valueCurrency ?? "").text)]
    .filter(Boolean)
    .join(" ");
}

/** For a file, where an amount is a number and a day is a date. */
export function exceptionValueCell({ field, valueCurrency }: Values, value: string | null): Cell {
  if (value === null) return null;
  if (field === "Day") return { is: "date", text: value };
  return isAmount(field) ? amountCell(value, valueCurrency ?? "") : textCell(value);
}

const AMOUNTS = [
  "Billed amount",
  "Merchant’s amount",
  "Cardholder fees",
  "Effect",
  "Transaction fee",
  "Base amount",
  "Card cost",
];

function isAmount(field: string | null): boolean {
  return field !== null && AMOUNTS.includes(field);
}
