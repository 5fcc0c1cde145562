import { countOf } from "@/lib/domain/money/numbers";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";
import { formatPeriod, reportName } from "./report";

export type NoticeEvent = "arrived" | "changed" | "failed" | "late";

export type NoticeItem = { type: string; date: IsoDate; reportId: string; isLate: boolean };

const OUTCOMES: Record<NoticeEvent, string> = {
  arrived: "ready",
  changed: "the issuer’s file has changed",
  failed: "failed",
  late: "late",
};

export type NoticeText = {
  /** One sentence for the bell and the subject: "Daily settlement, 12 Nov 2026: ready". */
  title: string;
  /** One line for each type, if there is more than one file. */
  lines: string[];
  href: string;
};

/** Several files of a catch-up are one notice, with their period and how many of them were late. */
export function describeNotice(event: NoticeEvent, items: readonly NoticeItem[]): NoticeText {
  const sorted = items.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) throw new Error("A notice needs a report");
  const outcome = `${OUTCOMES[event]}${lateNote(event, items)}`;
  if (items.length === 1)
    return { title: `${spanOf(sorted)}: ${outcome}`, lines: [], href: `/reports/${first.reportId}` };
  const types = [...new Set(sorted.map(({ type }) => type))];
  const title =
    types.length === 1
      ? `${spanOf(sorted)}: ${countOf(items.length, "file")} ${outcome}`
      : `${countOf(items.length, "report")}, ${rangeOf(first.date, last.date)}: ${outcome}`;
  const lines = types.map((type) => {
    const ofType = sorted.filter((item) => item.type === type);
    return `${spanOf(ofType)}: ${countOf(ofType.length, "file")}`;
  });
  return { title, lines, href: `/reports/coverage?month=${last.date.slice(0, 7)}` };
}

function lateNote(event: NoticeEvent, items: readonly NoticeItem[]): string {
  const late = items.filter((item) => item.isLate).length;
  if (event !== "arrived" || late === 0) return "";
  return late === items.length ? ", late" : `, ${late} of them late`;
}

/** "Daily settlement, 3 Nov 2026 to 9 Nov 2026". The items have one type and are sorted. */
function spanOf(items: readonly NoticeItem[]): string {
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return "";
  const { type } = first;
  const [from, to] = [formatPeriod(type, first.date), formatPeriod(type, last.date)];
  return `${reportName(type)}, ${from === to ? from : `${from} to ${to}`}`;
}

function rangeOf(first: IsoDate, last: IsoDate): string {
  return first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`;
}
