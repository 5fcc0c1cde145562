import {
  firstUnavailableDate,
  REPORT_PERIODS,
  type ReportType,
  reportAvailableFrom,
  reportDate,
} from "@/lib/domain/reports/report-calendar";
import { addDays, firstOfMonth, type IsoDate, startOfDay } from "@/lib/domain/time/calendar";

/** Pauses before a schedule requests a failed report again; after the last one it gives up. */
export const SCHEDULE_RETRY_MINUTES = [5, 60, 360] as const;

/** How long after a file could be requested it counts as late. */
export const LATE_AFTER_HOURS = [6, 12, 24, 48] as const;
export const DEFAULT_LATE_AFTER_HOURS = 24;

export const MAX_DAYS_BACK = 731;

export const NOTICE_CHANNELS = ["off", "bell", "mail"] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

export type ReportSchedule = {
  type: ReportType;
  /** A day, or the first of a month. */
  firstDay: IsoDate;
  lateAfterHours: number;
  person: string;
  isPersonActive: boolean;
  setAt: string;
};

/** A schedule of a monthly report begins with a whole month. */
export function scheduleStart(type: ReportType, day: IsoDate): IsoDate {
  return REPORT_PERIODS[type] === "day" ? day : firstOfMonth(day);
}

/** The next period that isn't available yet, and the first UTC day on which it is. */
export function nextScheduled(
  { type, firstDay }: Pick<ReportSchedule, "type" | "firstDay">,
  today: IsoDate,
): { date: IsoDate; availableFrom: IsoDate } {
  const [first, next] = [reportDate(type, firstDay), firstUnavailableDate(type, today)];
  const date = first > next ? first : next;
  return { date, availableFrom: reportAvailableFrom(type, date) };
}

/** A file that retention has deleted is not requested again: it would be deleted again. */
export function scheduledFrom(firstDay: IsoDate, today: IsoDate, retentionDays: number): IsoDate {
  const oldestKept = addDays(today, -retentionDays);
  return retentionDays > 0 && oldestKept > firstDay ? oldestKept : firstDay;
}

export function isLate(
  { type, date }: { type: ReportType; date: IsoDate },
  lateAfterHours: number,
  now: Date,
): boolean {
  const availableAt = startOfDay(reportAvailableFrom(type, date)).getTime();
  return now.getTime() >= availableAt + lateAfterHours * 3_600_000;
}
