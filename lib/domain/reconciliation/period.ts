import { firstOfMonth, type IsoDate, isIsoDate, lastOfMonth } from "@/lib/domain/time/calendar";
import { formatDay, formatMonth } from "@/lib/domain/time/date-time";

export type Period = { kind: "day" | "month"; from: IsoDate; to: IsoDate };

/** `2026-10-05` or `2026-10`, as in the URL; null for anything else. */
export function parsePeriod(text: string): Period | null {
  if (isIsoDate(text)) return { kind: "day", from: text, to: text };
  const first = `${text}-01`;
  if (!/^\d{4}-\d{2}$/.test(text) || !isIsoDate(first)) return null;
  return { kind: "month", from: firstOfMonth(first), to: lastOfMonth(first) };
}

export function periodName({ kind, from }: Period): string {
  return kind === "day" ? formatDay(from) : formatMonth(from);
}

export function periodHref({ kind, from }: Pick<Period, "kind" | "from">): string {
  return `/reconciliation/${kind === "day" ? from : from.slice(0, 7)}`;
}
