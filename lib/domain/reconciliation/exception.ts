import type { ReportType } from "@/lib/domain/reports/report-calendar";
import type { IsoDate } from "@/lib/domain/time/calendar";

/** What a comparison can find, with the words on the screen. The last three are between the settlement and other files. */
export const EXCEPTION_KINDS = {
  "amount-differs": "Amount differs",
  "currency-differs": "Currency differs",
  "file-only": "In the file only",
  "records-only": "In our records only",
  twice: "Twice in the files",
  "wrong-day": "Wrong day",
  "other-file-only": "In another file only",
  "missing-elsewhere": "Missing from another file",
  "other-file-differs": "Another file differs",
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
  report: { id: string; type: ReportType; date: IsoDate } | null;
  rowNumber: number | null;
  /** The field that differs, or the report that lacks the row, and the values: between two files, ours is the settlement's. */
  field: string | null;
  ours: string | null;
  theirs: string | null;
  /** Of both values, if they are amounts. */
  valueCurrency: string | null;
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

/** Why an action left exceptions as they are, after their number. */
export const SKIP_REASONS = {
  changed: "changed in the meantime",
  missing: "no longer there",
  resolved: "resolved automatically",
  same: "already up to date",
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

/** `changed` plus all that were skipped is the number of exceptions that the action was asked to change. */
export type BatchOutcome = {
  batchId: string;
  changed: number;
  skipped: Partial<Record<SkipReason, number>>;
};

export type ExceptionHistoryEntry = {
  id: string;
  at: string;
  person: string | null;
  isByRule: boolean;
  state: ExceptionState;
  message: string;
  /** Present if the exception is still as this entry left it, with the number of exceptions that were changed together. */
  batch: { id: string; size: number } | null;
};

export type ExceptionRule = {
  id: string;
  kind: ExceptionKind;
  currency: string | null;
  merchant: string | null;
  maxDifference: string | null;
  reason: ExceptionReason;
  note: string;
  person: string;
  createdAt: string;
  ended: { at: string; by: string } | null;
  /** How many exceptions it explains now. */
  explained: number;
};

/** Of a day or a month. */
export type ExceptionsSummary = {
  total: number;
  /** Open or waiting for the issuer. */
  unfinished: number;
  byKind: { kind: ExceptionKind; state: ExceptionState; count: number }[];
  /** What they change in the settlement, as exact decimals. */
  sums: { currency: string; state: ExceptionState; count: number; difference: string }[];
};
