import { z } from "zod";
import { firstOfMonth, type IsoDate, isIsoDate, lastOfMonth } from "@/lib/domain/time/calendar";
import { formatDay, formatMonth } from "@/lib/domain/time/date-time";

/** A day (`2026-10-05`) or a month (`2026-10`) that is reconciled and signed off. */
export type Period = { is: "day" | "month"; from: IsoDate; to: IsoDate };

export function parsePeriod(text: string): Period | null {
  if (isIsoDate(text)) return dayPeriod(text);
  return /^\d{4}-\d{2}$/.test(text) && isIsoDate(`${text}-01`) ? monthOf(`${text}-01`) : null;
}

export function dayPeriod(day: IsoDate): Period {
  return { is: "day", from: day, to: day };
}

export function monthOf(day: IsoDate): Period {
  return { is: "month", from: firstOfMonth(day), to: lastOfMonth(day) };
}

/** As in URLs. */
export function periodText({ is, from }: Period): string {
  return is === "day" ? from : from.slice(0, 7);
}

/** `5 Oct 2026`, `Oct 2026`. */
export function periodName({ is, from }: Period): string {
  return is === "day" ? formatDay(from) : formatMonth(from);
}

/** Of text that `PeriodInput` has accepted. */
export function toPeriod(text: string): Period {
  const period = parsePeriod(text);
  if (!period) throw new Error("Not a period");
  return period;
}

/** In a URL or a request. */
export const PeriodInput = z.string().refine((text) => parsePeriod(text) !== null, {
  error: "must be a day or a month, such as 2026-10-05 or 2026-10",
});

export const MonthInput = z.string().refine((text) => parsePeriod(text)?.is === "month", {
  error: "must be a month, such as 2026-10",
});
