import { REPORT_STATES } from "@/lib/domain/report";
import { REPORT_TYPES } from "@/lib/domain/report-calendar";
import { defineView } from "./define-view";
import { orderedDays } from "./ordered-days";
import { choiceField, dateField, idField, searchField, zoneField } from "./view-fields";

export const reportsView = orderedDays(
  defineView({
    type: choiceField(REPORT_TYPES),
    state: choiceField(REPORT_STATES),
    person: idField(),
    /** The days on which they were asked for. */
    from: dateField(),
    to: dateField(),
    zone: zoneField(),
    /** Rows older than this one. */
    before: idField(),
  }),
);

export type ReportsView = typeof reportsView.defaults;

/** How one file is shown. */
export const reportView = defineView({
  search: searchField(),
  /** That the times were shown in when someone searched for one of them. */
  zone: zoneField(),
  /** A column by its place and a direction: `3:desc`. */
  sort: idField(12),
});

export type ReportView = typeof reportView.defaults;

/** Null is the file's own order. */
export function parseRowSort(text: string | null): { column: number; direction: "asc" | "desc" } | null {
  const parts = /^(\d{1,3}):(asc|desc)$/.exec(text ?? "");
  return parts ? { column: Number(parts[1]), direction: parts[2] as "asc" | "desc" } : null;
}
