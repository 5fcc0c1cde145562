import type { ReportColumns } from "@/lib/domain/report";

const MERCHANT = /^merchant(_name)?$/i;

/** A number that only names something is not to be compared by size. */
export function isIdColumn(name: string): boolean {
  return /(^|[_ ])id$/i.test(name) || /[a-z]Id$/.test(name);
}

/** The file's columns as a person reads a row: when, what, where, how much, then the rest, with ids last. */
export function readingOrder(columns: readonly string[], means: ReportColumns): number[] {
  const merchant = columns.findIndex((name) => MERCHANT.test(name));
  const first = [means.time, means.kind, merchant, means.amount, means.currency, means.balance].filter(
    (index) => index !== null && index >= 0,
  ) as number[];
  const rest = columns.map((_, index) => index).filter((index) => !first.includes(index));
  const isId = (index: number) => isIdColumn(columns[index] ?? "");
  return [...first, ...rest.filter((index) => !isId(index)), ...rest.filter(isId)];
}
