import { addDays, addMonths, firstOfMonth, type IsoDate, lastOfMonth, startOfDay } from "./calendar";

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

/** The first UTC day on which a report over `date` may be asked for. */
export function reportAvailableFrom(type: ReportType, date: IsoDate): IsoDate {
  if (REPORT_PERIODS[type] === "day") return addDays(date, DAYS_UNTIL_DAILY);
  return addDays(addMonths(firstOfMonth(date), 1), 1);
}

export function isReportAvailable(type: ReportType, date: IsoDate, today: IsoDate): boolean {
  return today >= reportAvailableFrom(type, date);
}

/** The days a report covers: from the month's first day for monthly types, up to the date that was sent. */
export function reportWindow(type: ReportType, date: IsoDate): { from: Date; until: Date } {
  const first = REPORT_PERIODS[type] === "day" ? date : firstOfMonth(date);
  return { from: startOfDay(first), until: startOfDay(addDays(date, 1)) };
}

/** The date to send for a month: its last day, since the data runs to 23:59 UTC of the date sent. */
export function reportDate(type: ReportType, anyDate: IsoDate): IsoDate {
  return REPORT_PERIODS[type] === "day" ? anyDate : lastOfMonth(anyDate);
}
