import type { SettlementMapping, SettlementRow } from "@/lib/domain/reconciliation/settlement-columns";
import { MAX_TOTALS, type ReportSummary, type ReportTotal } from "./report";

/** What the reconciliation understood of a settlement file. */
export type SettlementReading = {
  mapping: SettlementMapping;
  totals: {
    event: SettlementRow["event"];
    currency: string;
    rows: number;
    billed: string;
    effect: string;
  }[];
};

type SummarizedFile = {
  rows: number;
  columns: readonly string[];
  summary: ReportSummary;
  reading: SettlementReading | null;
};

export type FileTotals = {
  totals: ReportTotal[];
  /** Rows that are in no total, because their amount was not understood. */
  unreadRows: number;
};

/** The summary's totals, or the reconciliation's where it knows the file's columns better. */
export function totalsOfFile({ rows, columns, summary, reading }: SummarizedFile): FileTotals {
  const summarized = { totals: summary.totals, unreadRows: countUnreadRows(summary, rows) };
  if (!reading) return summarized;
  const { effect, billAmount } = reading.mapping.columns;
  const hasSameAmounts = columns[summary.means.amount ?? -1] === (effect ?? billAmount);
  if (hasSameAmounts && summarized.unreadRows === 0 && !lacksCurrency(summary.totals)) return summarized;
  return {
    totals: reading.totals.map((total) => ({
      kind: total.event.toUpperCase(),
      currency: total.currency,
      rows: total.rows,
      amount: effect === undefined ? total.billed : total.effect,
    })),
    unreadRows: 0,
  };
}

export function lacksCurrency(totals: readonly ReportTotal[]): boolean {
  return totals.some(({ currency }) => currency === "");
}

function countUnreadRows({ unreadRows, totals }: ReportSummary, rows: number): number {
  if (unreadRows !== undefined) return unreadRows;
  return totals.length >= MAX_TOTALS ? 0 : rows - totals.reduce((sum, total) => sum + total.rows, 0);
}
