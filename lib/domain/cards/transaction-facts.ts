import type { ExceptionKind } from "@/lib/domain/reconciliation/exception";
import { formatPeriod, reportName } from "@/lib/domain/reports/report";
import type { IsoDate } from "@/lib/domain/time/calendar";

/** What the settlement files say about a transaction. Amounts are exact decimals in `currency`. */
export type TransactionFacts = {
  merchant: string | null;
  clearedAt: string | null;
  refundedAt: string | null;
  /** What the cardholder paid, without what a refund gave back. */
  fees: string | null;
  /** On the master account's balance; null without permission to read reports. */
  effect: string | null;
  currency: string | null;
};

/** A row of a settlement file; the row's number is as on the screen, from 1. */
export type FactSource = { type: string; date: IsoDate; row: number };

/** What one row of a settlement file says about a transaction. */
export type SettledEvent = {
  event: "clearing" | "refund";
  at: string;
  fees: string | null;
  /** Null without permission to read reports. */
  effect: string | null;
  source: FactSource;
  /** Null without permission to read reports. */
  reportId: string | null;
};

/** Where a file disagrees with the issuer's API. */
export type SettlementException = {
  id: string;
  kind: ExceptionKind;
  day: IsoDate;
  event: string | null;
  /** The field that differs, and both values. */
  field: string | null;
  ours: string | null;
  theirs: string | null;
  valueCurrency: string | null;
};

export type TransactionSettlement = {
  merchant: string | null;
  currency: string | null;
  events: readonly SettledEvent[];
  /** Empty without permission to read the reconciliation. */
  exceptions: readonly SettlementException[];
};

/** `Daily settlement of 5 Oct 2026, row 12`. */
export function sourceText({ type, date, row }: FactSource): string {
  return `${reportName(type)} of ${formatPeriod(type, date)}, row ${row}`;
}
