/**
 * Dates and times in words. The month names are ours and only figures come from `Intl`, so that a server and a
 * browser with different language data write the same letters.
 */
export const MONTHS = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;

export type DateTimeStyle = "short" | "full" | "date" | "time";

type Parts = { year: number; month: number; day: number; clock: string; seconds: string };

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * short: `14 Nov, 14:03`, with the year where it is not `year`. full: `14 Nov 2026, 14:03:22 UTC`.
 * date: `14 Nov 2026`. time: `14:03:22 UTC`.
 */
export function formatDateTime(
  instant: Date,
  options: { style: DateTimeStyle; timeZone: string; year?: number },
): string {
  const { style, timeZone } = options;
  const { year, month, day, clock, seconds } = partsOf(instant, timeZone);
  const date = `${day} ${MONTHS[month - 1]}`;
  const withYear = `${date} ${year}`;
  if (style === "date") return withYear;
  if (style === "short") return `${year === options.year ? date : withYear}, ${clock}`;
  const time = `${clock}:${seconds} ${zoneName(instant, timeZone)}`;
  return style === "time" ? time : `${withYear}, ${time}`;
}

/** `UTC`, `UTC+2`, `UTC-3:30`: an offset is understood by whoever reads it aloud. */
export function zoneName(instant: Date, timeZone: string): string {
  if (timeZone === "UTC") return "UTC";
  const { year, month, day, clock, seconds } = partsOf(instant, timeZone);
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  const wall = Date.UTC(year, month - 1, day, hours, minutes, Number(seconds));
  const offsetMinutes = Math.round((wall - Math.floor(instant.getTime() / 1000) * 1000) / 60_000);
  if (offsetMinutes === 0) return "UTC+0";
  const size = Math.abs(offsetMinutes);
  const rest = size % 60 === 0 ? "" : `:${String(size % 60).padStart(2, "0")}`;
  return `UTC${offsetMinutes < 0 ? "-" : "+"}${Math.floor(size / 60)}${rest}`;
}

function partsOf(instant: Date, timeZone: string): Parts {
  if (timeZone === "UTC") return utcParts(instant);
  const found = new Map(
    formatFor(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return {
    year: Number(found.get("year")),
    month: Number(found.get("month")),
    day: Number(found.get("day")),
    clock: `${found.get("hour")}:${found.get("minute")}`,
    seconds: found.get("second") ?? "00",
  };
}

// A table of fifty rows asks for this fifty times: no formatter is needed for UTC.
function utcParts(instant: Date): Parts {
  const text = instant.toISOString();
  const start = text.indexOf("T");
  return {
    year: instant.getUTCFullYear(),
    month: instant.getUTCMonth() + 1,
    day: instant.getUTCDate(),
    clock: text.slice(start + 1, start + 6),
    seconds: text.slice(start + 7, start + 9),
  };
}

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
