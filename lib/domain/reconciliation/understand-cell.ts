import { readDecimal, readTime } from "./cell-formats";
import { eventOf, fits, type SettlementMapping, type SettlementRole } from "./settlement-columns";

const EVENT_NAMES = { clearing: "Clearing", refund: "Refund", other: "Other" } as const;

/** What a row's cell means with a mapping, in words; null if it isn't understood. */
export function understandCell(
  role: SettlementRole,
  names: readonly string[],
  { columns, formats }: SettlementMapping,
  row: readonly string[],
): string | null {
  const cellOf = (name: SettlementRole) => row[names.indexOf(columns[name] ?? "\0")]?.trim() ?? "";
  const cell = cellOf(role);
  if (!fits(role, cell, formats)) return null;
  if (role === "event") return EVENT_NAMES[eventOf(cell, readDecimal(cellOf("effect"), formats.decimal))];
  if (role === "transactionId" || role === "merchant") return cell;
  if (role === "billCurrency" || role === "currency") return cell.toUpperCase();
  if (role !== "occurredAt") return readDecimal(cell, formats.decimal) ?? "";
  const instant = readTime(cell, formats.dates);
  return instant && `${instant.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
