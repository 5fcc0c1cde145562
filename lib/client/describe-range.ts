import type { IsoDate } from "@/lib/domain/time/calendar";
import { formatDay, formatDayOfYear } from "@/lib/domain/time/date-time";

/** Inclusive; null means unbounded. */
export type DateRange = { from: IsoDate | null; to: IsoDate | null };

/** `1 to 15 Nov 2026`, `28 Dec 2025 to 3 Jan 2026`, `from 1 Nov 2026`, `any date`. */
export function describeRange({ from, to }: DateRange): string {
  if (!from && !to) return "any date";
  if (!from) return `until ${formatDay(to ?? "")}`;
  if (!to) return `from ${formatDay(from)}`;
  if (from === to) return formatDay(from);
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))} to ${formatDay(to)}`;
  const start = from.slice(0, 4) === to.slice(0, 4) ? formatDayOfYear(from) : formatDay(from);
  return `${start} to ${formatDay(to)}`;
}
