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
