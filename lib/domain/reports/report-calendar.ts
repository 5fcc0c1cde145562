import {
  addDays,
  addMonths,
  firstOfMonth,
  type IsoDate,
  lastOfMonth,
  startOfDay,
} from "@/lib/domain/time/calendar";

export const REPORT_PERIODS = {
  monthly: "month",
  daily: "day",
  fee: "day",
  monthlyTransactionFees: "month",
  monthlyNonTransactionFees: "month",
  dailyTransactionFee: "day",
} as const;

export type ReportType = keyof typeof REPORT_PERIODS;
export type ReportPeriod = (typeof REPORT_PERIODS)[ReportType];

export const REPORT_TYPES = Object.keys(REPORT_PERIODS) as [ReportType, ...ReportType[]];

const DAYS_UNTIL_DAILY = 2;

/** The first UTC day on which the report can be requested. */
export function reportAvailableFrom(type: ReportType, date: IsoDate): IsoDate {
  if (REPORT_PERIODS[type] === "day") return addDays(date, DAYS_UNTIL_DAILY);
  return addDays(addMonths(firstOfMonth(date), 1), 1);
}

export function isReportAvailable(type: ReportType, date: IsoDate, today: IsoDate): boolean {
  return today >= reportAvailableFrom(type, date);
}

/** From the first day of the month for monthly types, up to the requested date. */
export function reportWindow(type: ReportType, date: IsoDate): { from: Date; until: Date } {
  const first = REPORT_PERIODS[type] === "day" ? date : firstOfMonth(date);
  return { from: startOfDay(first), until: startOfDay(addDays(date, 1)) };
}

/** For a month its last day, because the data ends at 23:59 UTC of the requested date. */
export function reportDate(type: ReportType, anyDate: IsoDate): IsoDate {
  return REPORT_PERIODS[type] === "day" ? anyDate : lastOfMonth(anyDate);
}

/** The latest period that can be requested now. */
export function latestAvailableDate(type: ReportType, today: IsoDate): IsoDate {
  if (REPORT_PERIODS[type] === "day") return addDays(firstUnavailableDate(type, today), -1);
  return lastOfMonth(addMonths(firstOfMonth(firstUnavailableDate(type, today)), -1));
}

/** The first period that can't be requested yet. */
export function firstUnavailableDate(type: ReportType, today: IsoDate): IsoDate {
  if (REPORT_PERIODS[type] === "day") return addDays(today, 1 - DAYS_UNTIL_DAILY);
  const lastMonth = lastOfMonth(addMonths(firstOfMonth(today), -1));
  return isReportAvailable(type, lastMonth, today) ? lastOfMonth(today) : lastMonth;
}

/** Every period from this day or month on that can be requested now, the oldest first. */
export function availablePeriods(type: ReportType, from: IsoDate, today: IsoDate): IsoDate[] {
  const latest = latestAvailableDate(type, today);
  const dates: IsoDate[] = [];
  for (let date = reportDate(type, from); date <= latest; date = nextPeriod(type, date)) dates.push(date);
  return dates;
}

/** The periods of a month: each of its days, or the month itself. */
export function periodsOfMonth(type: ReportType, month: IsoDate): IsoDate[] {
  const last = lastOfMonth(month);
  if (REPORT_PERIODS[type] === "month") return [last];
  return Array.from({ length: Number(last.slice(8)) }, (_, day) => addDays(firstOfMonth(month), day));
}

function nextPeriod(type: ReportType, date: IsoDate): IsoDate {
  return reportDate(type, addDays(date, 1));
}
