import { describeRange } from "@/lib/client/describe-range";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { formatDayOfYear, formatMonth } from "@/lib/domain/time/date-time";
import { type DayRange, type Step, splitRange } from "@/lib/domain/time/day-range";

export type Part = DayRange & { id: string; shortLabel: string; days: string };

export const STEP_NAMES = {
  day: "by day",
  week: "by week",
  month: "by month",
  year: "by year",
} as const satisfies Record<Step, string>;

/** Splits a range into days, weeks, months or years and groups the rows by them. */
export function groupByPart<Row extends { day: IsoDate }>(
  range: DayRange,
  rows: readonly Row[],
): { step: Step; parts: (Part & { rows: Row[] })[] } {
  const { step, parts } = splitRange(range);
  const labeled = parts.map((part) => ({
    ...part,
    id: part.from,
    shortLabel: formatShortLabel(part.from, step),
    days: describeRange(part),
    rows: [] as Row[],
  }));
  let index = 0;
  for (const row of [...rows].sort((left, right) => (left.day < right.day ? -1 : 1))) {
    while (index < labeled.length - 1 && (labeled[index]?.to ?? "") < row.day) index += 1;
    const part = labeled[index];
    if (part && part.from <= row.day && row.day <= part.to) part.rows.push(row);
  }
  return { step, parts: labeled };
}

function formatShortLabel(date: IsoDate, step: Step): string {
  if (step === "year") return date.slice(0, 4);
  return step === "month" ? formatMonth(date) : formatDayOfYear(date);
}
