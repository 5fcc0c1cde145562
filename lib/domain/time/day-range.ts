import { addDays, addMonths, firstOfMonth, type IsoDate, lastOfMonth, startOfDay } from "./calendar";

/** An inclusive range of UTC days. */
export type DayRange = { from: IsoDate; to: IsoDate };

/** The first one is the default. */
export const RANGE_CHOICES = ["30-days", "7-days", "90-days", "this-month", "last-month"] as const;
export type RangeChoice = (typeof RANGE_CHOICES)[number];

export const RANGE_NAMES = {
  "7-days": "7 days",
  "30-days": "30 days",
  "90-days": "90 days",
  "this-month": "This month",
  "last-month": "Last month",
} as const satisfies Record<RangeChoice, string>;

const DAYS = { "7-days": 7, "30-days": 30, "90-days": 90 } as const;
const DAY_MS = 86_400_000;
/** A phone can't show more bars. */
const MAX_BARS = 100;
const MAX_DAYS = 100 * 365;

export type RangeSelection = { range: RangeChoice; from: IsoDate | null; to: IsoDate | null };

/** Chosen dates take precedence over a relative range. */
export function resolveRange({ range, from, to }: RangeSelection, today: IsoDate): DayRange {
  if (from && to) return from <= to ? clip({ from, to }) : clip({ from: to, to: from });
  if (from) return clip({ from, to: from > today ? from : today });
  if (to) return { from: addDays(to, 1 - DAYS["30-days"]), to };
  if (range === "this-month") return { from: firstOfMonth(today), to: today };
  if (range === "last-month") {
    const from = addMonths(firstOfMonth(today), -1);
    return { from, to: lastOfMonth(from) };
  }
  return { from: addDays(today, 1 - DAYS[range]), to: today };
}

export function daysIn({ from, to }: DayRange): number {
  return Math.round((startOfDay(to).getTime() - startOfDay(from).getTime()) / DAY_MS) + 1;
}

export type Step = "day" | "week" | "month" | "year";

/** Parts of equal length, as short as can be displayed; the first and the last may be shorter. */
export function splitRange(range: DayRange): { step: Step; parts: DayRange[] } {
  const days = daysIn(range);
  const step: Step =
    days <= MAX_BARS ? "day" : days <= MAX_BARS * 7 ? "week" : days <= MAX_BARS * 30 ? "month" : "year";
  const parts: DayRange[] = [];
  for (let from = range.from; from <= range.to; ) {
    const next = startOfNext(from, step);
    // The calendar's last day has no next day.
    const last = next > from ? addDays(next, -1) : range.to;
    parts.push({ from, to: last < range.to ? last : range.to });
    if (next <= from) break;
    from = next;
  }
  return { step, parts };
}

function startOfNext(date: IsoDate, step: Step): IsoDate {
  if (step === "day") return addDays(date, 1);
  // Weeks start on Monday.
  if (step === "week") return addDays(date, 7 - ((startOfDay(date).getUTCDay() + 6) % 7));
  if (step === "month") return addMonths(firstOfMonth(date), 1);
  return addMonths(`${date.slice(0, 4)}-01-01`, 12);
}

function clip({ from, to }: DayRange): DayRange {
  const earliest = addDays(to, 1 - MAX_DAYS);
  return { from: from < earliest ? earliest : from, to };
}
