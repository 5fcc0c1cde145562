import { formatDateTime } from "@/lib/domain/time/date-time";
import { zoneOffsetMs } from "@/lib/domain/time/time-zone";
import { parseTimestamp } from "@/lib/domain/time/timestamp";

const QUARTER_HOUR_MS = 900_000;

/** Matches a cell's original text, or its time as shown in the time zone. */
export function rowMatcher(search: string, timeZone: string): (cells: readonly string[]) => boolean {
  const needle = search.toLowerCase();
  if (needle === "") return () => true;
  const shownTime = timeFormatter(timeZone);
  return (cells) =>
    cells.some((cell) => {
      if (cell.toLowerCase().includes(needle)) return true;
      const instant = parseTimestamp(cell);
      return instant !== null && shownTime(instant).toLowerCase().includes(needle);
    });
}

/** Caches the offset per quarter of an hour, because a file has hundreds of thousands of times. */
function timeFormatter(timeZone: string): (instant: Date) => string {
  const offsets = new Map<number, number>();
  return (instant) => {
    const quarter = Math.floor(instant.getTime() / QUARTER_HOUR_MS);
    const offset = offsets.get(quarter) ?? zoneOffsetMs(instant, timeZone);
    offsets.set(quarter, offset);
    return formatDateTime(new Date(instant.getTime() + offset), { style: "seconds", timeZone: "UTC" });
  };
}
