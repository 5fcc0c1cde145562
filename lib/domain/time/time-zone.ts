import { addDays, type Days, type IsoDate, startOfDay } from "./calendar";

/** The local date and time in a time zone. */
export type WallClock = {
  year: number;
  month: number;
  day: number;
  hours: number;
  minutes: number;
  seconds: number;
};

const DAY_MS = 86_400_000;

/** `UTC` or an IANA name such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    formatFor(name);
    return true;
  } catch {
    return false;
  }
}

export function wallClock(instant: Date, timeZone: string): WallClock {
  if (timeZone === "UTC") return utcClock(instant);
  const parts = new Map(
    formatFor(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return {
    year: parts.get("year") ?? 0,
    month: parts.get("month") ?? 1,
    day: parts.get("day") ?? 1,
    hours: parts.get("hour") ?? 0,
    minutes: parts.get("minute") ?? 0,
    seconds: parts.get("second") ?? 0,
  };
}

/** How far local time is ahead of UTC. */
export function zoneOffsetMs(instant: Date, timeZone: string): number {
  const { year, month, day, hours, minutes, seconds } = wallClock(instant, timeZone);
  const wall = Date.UTC(year, month - 1, day, hours, minutes, seconds);
  return wall - Math.floor(instant.getTime() / 1000) * 1000;
}

/** If clocks skip midnight, the day starts with the skip. */
export function startOfDayIn(date: IsoDate, timeZone: string): Date {
  const midnight = startOfDay(date).getTime();
  if (timeZone === "UTC") return new Date(midnight);
  const [before = midnight, after = midnight] = [-DAY_MS, DAY_MS].map(
    (distance) => midnight - zoneOffsetMs(new Date(midnight + distance), timeZone),
  );
  // If clocks are set back to midnight, it occurs twice: the first one counts.
  const isMidnight = (moment: number) => moment + zoneOffsetMs(new Date(moment), timeZone) === midnight;
  return new Date([before, after].filter(isMidnight).sort((left, right) => left - right)[0] ?? before);
}

/** From the start of the first day to the end of the last; null means no limit. */
export function boundsOf({ from, to, zone }: Days): { start: Date | null; end: Date | null } {
  const timeZone = zone ?? "UTC";
  return {
    start: from ? startOfDayIn(from, timeZone) : null,
    end: to ? startOfDayIn(addDays(to, 1), timeZone) : null,
  };
}

export function dayIn(instant: Date, timeZone: string): IsoDate {
  return dateTimeIn(instant, timeZone).slice(0, 10);
}

/** `2026-11-15 14:03:22` in the time zone. */
export function dateTimeIn(instant: Date, timeZone: string): string {
  const { year, month, day, hours, minutes, seconds } = wallClock(instant, timeZone);
  const two = (figure: number) => String(figure).padStart(2, "0");
  const date = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
  return `${date} ${two(hours)}:${two(minutes)}:${two(seconds)}`;
}

/** `UTC`, `Berlin time`. Not an offset, because a whole year has two of them. */
export function timeZoneLabel(timeZone: string): string {
  if (timeZone === "UTC") return "UTC";
  return `${timeZone.split("/").at(-1)?.replaceAll("_", " ")} time`;
}

// The fast path for UTC: a table calls this for every row.
function utcClock(instant: Date): WallClock {
  return {
    year: instant.getUTCFullYear(),
    month: instant.getUTCMonth() + 1,
    day: instant.getUTCDate(),
    hours: instant.getUTCHours(),
    minutes: instant.getUTCMinutes(),
    seconds: instant.getUTCSeconds(),
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(timeZone, format);
  return format;
}
