import { fromMillionths, toMillionths } from "@/lib/domain/money/decimal-sum";
import type { IsoDate } from "@/lib/domain/time/calendar";
import type { ReportTotal } from "./report";
import type { ReportType } from "./report-calendar";

export type FileSums = {
  files: number;
  types: {
    type: ReportType;
    files: number;
    totals: ReportTotal[];
    /** A file has more kinds than are added up. */
    isPartial: boolean;
    /** Files that aren't in the totals, because a part of them wasn't understood. */
    leftOut: { id: string; date: IsoDate }[];
  }[];
};

/** The totals of several files of one type, by kind and currency, exact to the last digit. */
export function sumTotals(files: readonly (readonly ReportTotal[])[]): ReportTotal[] {
  const sums = new Map<string, Omit<ReportTotal, "amount"> & { amount: bigint }>();
  for (const { kind, currency, rows, amount } of files.flat()) {
    const key = JSON.stringify([kind, currency]);
    const sum = sums.get(key) ?? { kind, currency, rows: 0, amount: 0n };
    const millionths = toMillionths(amount);
    if (millionths === null) throw new Error("A stored total is not an amount");
    sums.set(key, { ...sum, rows: sum.rows + rows, amount: sum.amount + millionths });
  }
  return [...sums.values()].map((sum) => ({ ...sum, amount: fromMillionths(sum.amount) }));
}
