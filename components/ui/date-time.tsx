"use client";

import { useTimeZone } from "@/lib/client/time-zone";
import { type DateTimeStyle, formatDateTime } from "@/lib/domain/date-time";
import { timeZoneLabel } from "@/lib/domain/time-zone";
import { parseTimestamp } from "@/lib/domain/timestamp";

type DateTimeProps = {
  /** The issuer's timestamp, ISO 8601 text or a date. Text that is neither is shown as it came. */
  value: string | Date;
  /** `short` and `seconds` only where the zone stands nearby, as `ZoneName` in the head of a column. */
  style?: DateTimeStyle;
  className?: string | undefined;
};

/** In the zone that the person chose; hovering tells both. */
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

/** `UTC` or `Berlin time`: what the times of this page are in, for a column's head. */
export function ZoneName() {
  const { timeZone } = useTimeZone();
  return timeZoneLabel(timeZone);
}
