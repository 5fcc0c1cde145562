import { startOfDay } from "@/lib/domain/calendar";
import { formatDateTime } from "@/lib/domain/date-time";

/** A calendar day, which is the same in every zone: "15 Dec 2026". */
export function dateWords(date: string): string {
  return formatDateTime(startOfDay(date), { style: "date", timeZone: "UTC" });
}
