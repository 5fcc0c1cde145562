import type { ExportFormat } from "@/lib/domain/exports/export-format";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { formatDay, formatMonth } from "@/lib/domain/time/date-time";
import { REPORT_PERIODS, type ReportType } from "./report-calendar";

export const REPORT_STATES = [
  "queued",
  "requested",
  "link-received",
  "captured",
  "failed",
  "withdrawn",
] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** After this long without a webhook event, a request is overdue. */
export const OVERDUE_AFTER_MINUTES = 10;

export const REPORT_LABELS: Record<ReportType, { name: string; contains: string }> = {
  monthly: {
    name: "Monthly settlement",
    contains: "Every event that changed the master account’s balance in a month.",
  },
  daily: {
    name: "Daily settlement",
    contains: "Every event that changed the master account’s balance in a day.",
  },
  fee: {
    name: "Cardholder fees",
    contains: "FX and ATM fees that cardholders paid in a day: the program’s revenue.",
  },
  monthlyTransactionFees: {
    name: "Monthly transaction fees",
    contains: "Cost or revenue of each transaction in a month.",
  },
  monthlyNonTransactionFees: {
    name: "Monthly card costs",
    contains: "Costs in a month that aren’t tied to a transaction, such as issuing and maintaining cards.",
  },
  dailyTransactionFee: {
    name: "Daily transaction fees",
    contains: "Cost or revenue of each transaction in a day.",
  },
};

export function reportName(type: string): string {
  return Object.hasOwn(REPORT_LABELS, type) ? REPORT_LABELS[type as ReportType].name : type;
}

/** `3 Jan 2026`, or `Jan 2026` for a monthly report. */
export function formatPeriod(type: string, date: IsoDate): string {
  return isMonthly(type) ? formatMonth(date) : formatDay(date);
}

/** `daily-2026-11-12.csv`, `monthly-2026-10.xlsx`. */
export function reportFileName(type: string, date: IsoDate, format: ExportFormat): string {
  return `${type.replace(/[^A-Za-z0-9-]/g, "")}-${isMonthly(type) ? date.slice(0, 7) : date}.${format}`;
}

function isMonthly(type: string): boolean {
  return Object.hasOwn(REPORT_PERIODS, type) && REPORT_PERIODS[type as ReportType] === "month";
}

export type ReportRow = {
  id: string;
  type: string;
  date: IsoDate;
  person: string;
  createdAt: string;
  state: ReportState;
  stateSince: string;
  reason: string | null;
  requestAt: string | null;
  rows: number | null;
  bytes: number | null;
};

/** Rows of more kinds and currencies are not added up. */
export const MAX_TOTALS = 200;

export type ReportTotal = { kind: string | null; currency: string; rows: number; amount: string };
export type ReportDay = { day: IsoDate; rows: number; amount: string; balance: string | null };

/** The column index of each role; null if there is no such column. */
export type ReportColumns = {
  time: number | null;
  kind: number | null;
  amount: number | null;
  currency: number | null;
  balance: number | null;
};

export type ReportSummary = {
  /** Stored summaries have this name. */
  means: ReportColumns;
  firstAt: string | null;
  lastAt: string | null;
  /** Rows whose amount was not understood; missing in older summaries. */
  unreadRows?: number;
  totals: ReportTotal[];
  days: ReportDay[];
};

export type ReportFile = {
  /** Hash and size of the issuer's original file. */
  sha256: string;
  bytes: number;
  /** If any value was masked, the stored file differs from the issuer's. */
  maskedValues: number;
  storedSha256: string;
  storedBytes: number;
  rows: number;
  columns: string[];
  summary: ReportSummary;
  receivedAt: string;
};

export type ReportDetail = ReportRow & {
  file: ReportFile | null;
  history: { at: string; state: string; message: string }[];
  downloads: { at: string; person: string }[];
};

/** Another file of the same type and period. */
export type OtherCapture = {
  id: string;
  person: string;
  receivedAt: string;
  rows: number;
  isLater: boolean;
  /** The issuer sent the same bytes. */
  isSameFile: boolean;
};

export type ReportRows = { rows: string[][]; firstRow: number; total: number };

const UNITS = ["bytes", "kB", "MB", "GB"] as const;

/** "1.2 MB" */
export function formatBytes(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < UNITS.length - 1) [size, unit] = [size / 1000, unit + 1];
  return `${unit === 0 ? size : size.toFixed(size < 10 ? 1 : 0)} ${UNITS[unit]}`;
}
