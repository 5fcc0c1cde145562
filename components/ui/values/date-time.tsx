"use client";

import { useTimeZone } from "@/lib/client/time-zone";
import { type DateTimeStyle, formatDateTime } from "@/lib/domain/time/date-time";
import { timeZoneLabel } from "@/lib/domain/time/time-zone";
import { parseTimestamp } from "@/lib/domain/time/timestamp";

type DateTimeProps = {
  /** The issuer's timestamp, ISO 8601 or a date. Any other text is shown as is. */
  value: string | Date;
  /** Use `short`, `seconds` and `clock` only if the zone is shown nearby, such as `ZoneName` in a column header. */
  style?: DateTimeStyle;
  className?: string | undefined;
};

/** In the person's zone; the tooltip also shows UTC. */
export function DateTime({ value, style = "zoned", className }: DateTimeProps) {
  const { timeZone, year } = useTimeZone();
  const instant = typeof value === "string" ? parseTimestamp(value) : value;
  if (!instant || Number.isNaN(instant.getTime())) return <span className={className}>{String(value)}</span>;
  const iso = instant.toISOString();
  return (
    <time dateTime={iso} className={className}>
      {formatDateTime(instant, { style, timeZone, year })}
    </time>
  );
}

/** The zone of the page's times for a column header: `UTC` or `Berlin time`. */
export function ZoneName() {
  const { timeZone } = useTimeZone();
  return timeZoneLabel(timeZone);
}
