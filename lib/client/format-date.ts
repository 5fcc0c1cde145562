import { startOfDay } from "@/lib/domain/calendar";
import { formatDateTime } from "@/lib/domain/date-time";

/** Formats a calendar day, independent of the time zone: "15 Dec 2026". */
export function formatDate(date: string): string {
  return formatDateTime(startOfDay(date), { style: "date", timeZone: "UTC" });
}
