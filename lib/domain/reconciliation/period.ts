import { z } from "zod";
import { firstOfMonth, type IsoDate, isIsoDate, lastOfMonth } from "@/lib/domain/time/calendar";
import { formatDay, formatMonth } from "@/lib/domain/time/date-time";

/** What is reconciled and signed off. */
export type Period = { kind: "day" | "month"; from: IsoDate; to: IsoDate };

/** `2026-10-05` or `2026-10`, as in the URL; null for anything else. */
export function parsePeriod(text: string): Period | null {
  if (isIsoDate(text)) return dayPeriod(text);
  const first = `${text}-01`;
  return /^\d{4}-\d{2}$/.test(text) && isIsoDate(first) ? monthOf(first) : null;
}

/** Of text that `PeriodInput` has accepted. */
export function toPeriod(text: string): Period {
  const period = parsePeriod(text);
  if (!period) throw new Error("Not a period");
  return period;
}

export function dayPeriod(day: IsoDate): Period {
  return { kind: "day", from: day, to: day };
}

export function monthOf(day: IsoDate): Period {
  return { kind: "month", from: firstOfMonth(day), to: lastOfMonth(day) };
}

/** As in the URL. */
export function periodText({ kind, from }: Pick<Period, "kind" | "from">): string {
  return kind === "day" ? from : from.slice(0, 7);
}

export function periodName({ kind, from }: Period): string {
  return kind === "day" ? formatDay(from) : formatMonth(from);
}

export function periodHref(period: Pick<Period, "kind" | "from">): string {
  return `/reconciliation/${periodText(period)}`;
}

export const PeriodInput = z.string().refine((text) => parsePeriod(text) !== null, {
  error: "must be a day or a month, such as 2026-10-05 or 2026-10",
});

export const MonthInput = z.string().refine((text) => parsePeriod(text)?.kind === "month", {
  error: "must be a month, such as 2026-10",
});
