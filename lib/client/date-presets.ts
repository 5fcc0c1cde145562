import { addDays, addMonths, firstOfMonth, type IsoDate, lastOfMonth } from "@/lib/domain/time/calendar";
import type { DateRange } from "./describe-range";

export const DATE_PRESETS = ["today", "7-days", "30-days", "this-month", "last-month"] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];

export const PRESET_NAMES = {
  today: "Today",
  "7-days": "Last 7 days",
  "30-days": "Last 30 days",
  "this-month": "This month",
  "last-month": "Last month",
} as const satisfies Record<DatePreset, string>;

export function presetRange(preset: DatePreset, today: IsoDate): DateRange {
  const lastMonth = addMonths(firstOfMonth(today), -1);
  const ranges = {
    today: { from: today, to: today },
    "7-days": { from: addDays(today, -6), to: today },
    "30-days": { from: addDays(today, -29), to: today },
    "this-month": { from: firstOfMonth(today), to: today },
    "last-month": { from: lastMonth, to: lastOfMonth(lastMonth) },
  } satisfies Record<DatePreset, DateRange>;
  return ranges[preset];
}

export function findPreset({ from, to }: DateRange, today: IsoDate): DatePreset | null {
  return (
    DATE_PRESETS.find((preset) => {
      const range = presetRange(preset, today);
      return range.from === from && range.to === to;
    }) ?? null
  );
}
