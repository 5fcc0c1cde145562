import { isIdColumn } from "@/lib/domain/reports/id-column";
import type { ReportColumns } from "@/lib/domain/reports/report";

const MERCHANT = /^merchant(_name)?$/i;

/** Time, type, merchant and amount first, then the rest, with IDs last. */
export function columnOrder(columns: readonly string[], columnRoles: ReportColumns): number[] {
  const merchant = columns.findIndex((name) => MERCHANT.test(name));
  const first = [
    columnRoles.time,
    columnRoles.kind,
    merchant,
    columnRoles.amount,
    columnRoles.currency,
    columnRoles.balance,
  ].filter((index) => index !== null && index >= 0) as number[];
  const rest = columns.map((_, index) => index).filter((index) => !first.includes(index));
  const isId = (index: number) => isIdColumn(columns[index] ?? "");
  return [...first, ...rest.filter((index) => !isId(index)), ...rest.filter(isId)];
}
