import type { IsoDate } from "./calendar";
import { wallClock, zoneOffsetMs } from "./time-zone";

/** The month names are our own and only digits come from `Intl`, so that server and browser produce the same text. */
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** `3 Jan 2026`. A calendar day has no time zone. */
export function formatDay(date: IsoDate): string {
  return `${formatDayOfYear(date)} ${date.slice(0, 4)}`;
}

/** `3 Jan`: only if the year is shown nearby. */
export function formatDayOfYear(date: IsoDate): string {
  return dayOfMonth(Number(date.slice(8)), Number(date.slice(5, 7)));
}

/** `Jan 2026`. */
export function formatMonth(date: IsoDate): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

function dayOfMonth(day: number, month: number): string {
  return `${day} ${MONTHS[month - 1]}`;
}

export type DateTimeStyle = "short" | "zoned" | "seconds" | "full" | "date" | "time" | "clock";

/**
 * short: `14 Nov, 14:03`, with the year if it isn't `year`. zoned: `14 Nov, 14:03 UTC`. seconds: `14 Nov 2026,
 * 14:03:22`. full: `14 Nov 2026, 14:03:22 UTC`. date: `14 Nov 2026`. time: `14:03:22 UTC`. clock: `14:03`.
 */
export function formatDateTime(
  instant: Date,
  options: { style: DateTimeStyle; timeZone: string; year?: number },
): string {
  const { style, timeZone } = options;
  const { year, month, day, hours, minutes, seconds } = wallClock(instant, timeZone);
  const clock = `${twoDigits(hours)}:${twoDigits(minutes)}`;
  if (style === "clock") return clock;
  const date = dayOfMonth(day, month);
  const withYear = `${date} ${year}`;
  if (style === "date") return withYear;
  const short = `${year === options.year ? date : withYear}, ${clock}`;
  if (style === "short") return short;
  if (style === "zoned") return `${short} ${zoneName(instant, timeZone)}`;
  const exact = `${clock}:${twoDigits(seconds)}`;
  if (style === "seconds") return `${withYear}, ${exact}`;
  const time = `${exact} ${zoneName(instant, timeZone)}`;
  return style === "time" ? time : `${withYear}, ${time}`;
}

/** `14:03:22 UTC`, or `14:03:22 UTC on 14 Nov 2026` if that is not the day of `now`: for "… at <time>". */
export function formatTimeOfDay(instant: Date, { timeZone, now }: { timeZone: string; now: Date }): string {
  const time = formatDateTime(instant, { style: "time", timeZone });
  const date = formatDateTime(instant, { style: "date", timeZone });
  return date === formatDateTime(now, { style: "date", timeZone }) ? time : `${time} on ${date}`;
}

/** `UTC`, `UTC+2`, `UTC-3:30`: an offset is clear to everyone. */
export function zoneName(instant: Date, timeZone: string): string {
  if (timeZone === "UTC") return "UTC";
  const offsetMinutes = Math.round(zoneOffsetMs(instant, timeZone) / 60_000);
  if (offsetMinutes === 0) return "UTC+0";
  const size = Math.abs(offsetMinutes);
  const rest = size % 60 === 0 ? "" : `:${twoDigits(size % 60)}`;
  return `UTC${offsetMinutes < 0 ? "-" : "+"}${Math.floor(size / 60)}${rest}`;
}

function twoDigits(figure: number): string {
  return String(figure).padStart(2, "0");
}
