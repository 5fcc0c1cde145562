import { addDays, type IsoDate } from "@/lib/domain/time/calendar";
import type { ReportState } from "./report";
import {
  isReportAvailable,
  periodsOfMonth,
  REPORT_PERIODS,
  REPORT_TYPES,
  type ReportType,
  reportAvailableFrom,
} from "./report-calendar";

/**
 * here: the file is stored. changed: it was captured more than once and its content differs. under-way: requested, or
 * about to be. scheduled: will be requested automatically. unavailable: the issuer doesn't have it yet.
 */
export const COVERAGE_STATES = [
  "here",
  "changed",
  "under-way",
  "scheduled",
  "missing",
  "failed",
  "unavailable",
] as const;
export type CoverageState = (typeof COVERAGE_STATES)[number];

export type ReportOrigin = "person" | "batch" | "schedule";

export type PeriodRequest = {
  id: string;
  type: ReportType;
  date: IsoDate;
  state: ReportState;
  origin: ReportOrigin;
  reason: string | null;
  /** The hash of the issuer's file, once it is stored. */
  sha256: string | null;
};

export type CoverageCell = {
  type: ReportType;
  date: IsoDate;
  state: CoverageState;
  /** The newest file, or the newest request. */
  reportId: string | null;
  /** The first UTC day on which it can be requested, if that is still to come. */
  availableFrom: IsoDate | null;
  reason: string | null;
};

export type CoverageRow = { type: ReportType; cells: CoverageCell[] };

export type CoverageFacts = {
  /** By the issuer's clock. */
  today: IsoDate;
  /** The oldest first. */
  requests: readonly PeriodRequest[];
  /** The day from which each schedule requests. */
  schedules: Partial<Record<ReportType, IsoDate>>;
};

/** Daily reports first. */
export const COVERAGE_TYPES: readonly ReportType[] = REPORT_TYPES.toSorted(
  (a, b) => Number(REPORT_PERIODS[a] === "month") - Number(REPORT_PERIODS[b] === "month"),
);

const OPEN_STATES: readonly ReportState[] = ["queued", "requested", "link-received"];

/** One row per report type, one cell per day or month. */
export function coverageOf(month: IsoDate, facts: CoverageFacts): CoverageRow[] {
  return COVERAGE_TYPES.map((type) => {
    const ofType = facts.requests.filter((request) => request.type === type);
    const ofPeriod = (date: IsoDate) => ofType.filter((request) => request.date === date);
    return {
      type,
      cells: periodsOfMonth(type, month).map((date) => cellOf(type, date, ofPeriod(date), facts)),
    };
  });
}

function cellOf(
  type: ReportType,
  date: IsoDate,
  requests: readonly PeriodRequest[],
  { today, schedules }: CoverageFacts,
): CoverageCell {
  const isAvailable = isReportAvailable(type, date, today);
  const cell = { type, date, availableFrom: isAvailable ? null : reportAvailableFrom(type, date) };
  const files = requests.filter(({ state }) => state === "captured");
  const newestFile = files.at(-1);
  if (newestFile) {
    const isChanged = files.some(({ sha256 }) => sha256 !== newestFile.sha256);
    return { ...cell, state: isChanged ? "changed" : "here", reportId: newestFile.id, reason: null };
  }
  const open = requests.findLast(({ state }) => OPEN_STATES.includes(state));
  if (open) {
    const { id: reportId, reason } = open;
    return { ...cell, state: isAvailable ? "under-way" : "scheduled", reportId, reason };
  }
  const last = requests.at(-1);
  const failed = last?.state === "failed" ? last : null;
  if (failed) return { ...cell, state: "failed", reportId: failed.id, reason: failed.reason };
  // A schedule doesn't request again what a person has canceled.
  const isCanceled = requests.some(({ origin }) => origin === "schedule");
  const first = schedules[type];
  const isScheduled = first !== undefined && date >= first && !isCanceled;
  const state = isScheduled ? "scheduled" : isAvailable ? "missing" : "unavailable";
  return { ...cell, state, reportId: isCanceled ? (last?.id ?? null) : null, reason: null };
}

/** What *Request missing* requests: everything that is available, not here, and not on its way. */
export function gapsOf(rows: readonly CoverageRow[]): CoverageCell[] {
  return rows.flatMap(({ cells }) =>
    cells.filter(
      ({ state, availableFrom }) => availableFrom === null && (state === "missing" || state === "failed"),
    ),
  );
}

export function hasFile({ state }: Pick<CoverageCell, "state">): boolean {
  return state === "here" || state === "changed";
}

/** The month of the latest day that could be requested: on the 1st, that is the month before. */
export function defaultMonth(today: IsoDate): string {
  return addDays(today, -2).slice(0, 7);
}
