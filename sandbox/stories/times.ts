import {
  addDays,
  addMonths,
  firstOfMonth,
  type IsoDate,
  startOfDay,
  toIsoDate,
} from "@/lib/domain/time/calendar";

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

export const DURATION = /^\d+[smhdw]( \d+[smhdw])*$/;
export const STEP_TIME = /^(\+\d+[smhdw]( \d+[smhdw])*|day [1-9]\d{0,3} ([01]\d|2[0-3]):[0-5]\d)$/;
export const JUMP = /^\+\d+[smhdw]( \d+[smhdw])*$/;
export const START_TIME =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z|(\d{1,4} days ago|day ([1-9]|1\d|2[0-8]) of last month)( ([01]\d|2[0-3]):[0-5]\d)?)$/;
export const STORY_DATE = /^(\d{4}-\d\d-\d\d|today|yesterday|\d{1,4} days ago|day [1-9]\d{0,3})$/;

/** `1d 12h` → milliseconds. */
export function durationMs(text: string): number {
  return text
    .replace("+", "")
    .split(" ")
    .reduce((total, part) => total + Number(part.slice(0, -1)) * unitMs(part.slice(-1)), 0);
}

/** Milliseconds → `1d 12h`; whole seconds only. */
export function formatDuration(ms: number): string {
  let rest = ms;
  const parts: string[] = [];
  for (const unit of ["d", "h", "m", "s"] as const) {
    const count = Math.floor(rest / UNITS_MS[unit]);
    rest -= count * UNITS_MS[unit];
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.join(" ") || "0s";
}

/** When a story begins that says `30 days ago 08:00`, on a machine whose clock says `now`. */
export function startTime(text: string, now: Date): Date {
  if (text.endsWith("Z")) return new Date(text);
  const [, day, , time] = /^(.+?)( (\d\d:\d\d))?$/.exec(text) ?? [];
  const ofLastMonth = /^day (\d+) of last month$/.exec(day ?? "");
  const today = toIsoDate(now);
  const date = ofLastMonth
    ? addDays(addMonths(firstOfMonth(today), -1), Number(ofLastMonth[1]) - 1)
    : addDays(today, -Number.parseInt(day ?? "", 10));
  return new Date(startOfDay(date).getTime() + minutesMs(time ?? toTime(now)));
}

/** `+2h` counts from `previous`; `day 3 09:00` from the day on which the story starts, which is day 1. */
export function stepTime(text: string, { previous, start }: { previous: number; start: number }): number {
  if (text.startsWith("+")) return previous + durationMs(text);
  const [, number, time = ""] = text.split(" ");
  return startOfDay(dayOfStory(Number(number), start)).getTime() + minutesMs(time);
}

/** The date that a step at `at` means. */
export function storyDate(text: string, { at, start }: { at: number; start: number }): IsoDate {
  const today = toIsoDate(new Date(at));
  if (text === "today") return today;
  if (text === "yesterday") return addDays(today, -1);
  if (text.endsWith("days ago")) return addDays(today, -Number.parseInt(text, 10));
  if (text.startsWith("day ")) return dayOfStory(Number(text.slice("day ".length)), start);
  return text;
}

function dayOfStory(number: number, start: number): IsoDate {
  return addDays(toIsoDate(new Date(start)), number - 1);
}

function minutesMs(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return (hours ?? 0) * UNITS_MS.h + (minutes ?? 0) * UNITS_MS.m;
}

function toTime(instant: Date): string {
  return instant.toISOString().slice(11, 16);
}

function unitMs(unit: string): number {
  return UNITS_MS[unit as keyof typeof UNITS_MS];
}
