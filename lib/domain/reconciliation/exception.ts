import type { IsoDate } from "@/lib/domain/time/calendar";

/** What a comparison can find, with the words on the screen. */
export const EXCEPTION_KINDS = {
  "amount-differs": "Amount differs",
  "currency-differs": "Currency differs",
  "file-only": "In the file only",
  "records-only": "In our records only",
  twice: "Twice in the files",
  "wrong-day": "Wrong day",
} as const;
export type ExceptionKind = keyof typeof EXCEPTION_KINDS;

export const EXCEPTION_STATES = {
  open: "Open",
  explained: "Explained",
  waiting: "Waiting for issuer",
  resolved: "Resolved",
} as const;
export type ExceptionState = keyof typeof EXCEPTION_STATES;

export const EXCEPTION_REASONS = {
  timing: "Timing",
  fee: "Fee",
  exchange: "Exchange rate",
  "issuer-error": "Issuer’s error",
  "our-error": "Our error",
  other: "Other",
} as const;
export type ExceptionReason = keyof typeof EXCEPTION_REASONS;

export type ReconciliationException = {
  id: string;
  kind: ExceptionKind;
  day: IsoDate;
  transactionId: string | null;
  cardId: string | null;
  event: string | null;
  merchant: string | null;
  /** The report that has the row, and the row's number from 0. */
  reportId: string | null;
  rowNumber: number | null;
  /** The field that differs, and both values. */
  field: string | null;
  ours: string | null;
  theirs: string | null;
  currency: string | null;
  /** An exact decimal: theirs minus ours. */
  difference: string | null;
  state: ExceptionState;
  reason: ExceptionReason | null;
  note: string;
  owner: { id: string; name: string } | null;
  ruleId: string | null;
  isResolvedByItself: boolean;
  foundAt: string;
  stateSince: string;
  version: number;
};
