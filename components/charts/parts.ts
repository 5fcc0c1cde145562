import { describeRange } from "@/lib/client/date-presets";
import type { IsoDate } from "@/lib/domain/calendar";
import { MONTHS } from "@/lib/domain/date-time";
import { type DayRange, type Step, splitRange } from "@/lib/domain/day-range";

export type Part = DayRange & { id: string; short: string; days: string };

export const STEP_NAMES = {
  day: "by day",
  week: "by week",
  month: "by month",
  year: "by year",
} as const satisfies Record<Step, string>;

/** The parts of a range with their names, and what falls into each. */
export function partsOf<Row extends { day: IsoDate }>(
  range: DayRange,
  rows: readonly Row[],
): { step: Step; parts: (Part & { rows: Row[] })[] } {
  const { step, parts } = splitRange(range);
  const named = parts.map((part) => ({
    ...part,
    id: part.from,
    short: shortName(part.from, step),
    days: describeRange(part),
    rows: [] as Row[],
  }));
  let place = 0;
  for (const row of [...rows].sort((left, right) => (left.day < right.day ? -1 : 1))) {
    while (place < named.length - 1 && (named[place]?.to ?? "") < row.day) place += 1;
    const part = named[place];
    if (part && part.from <= row.day && row.day <= part.to) part.rows.push(row);
  }
  return { step, parts: named };
}

function shortName(date: IsoDate, step: Step): string {
  const [year = "", month, day] = date.split("-");
  const monthName = MONTHS[Number(month) - 1];
  if (step === "year") return year;
  return step === "month" ? `${monthName} ${year}` : `${Number(day)} ${monthName}`;
}
