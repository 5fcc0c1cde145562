import { REPORT_STATES } from "@/lib/domain/reports/report";
import { REPORT_TYPES } from "@/lib/domain/reports/report-calendar";
import { reportsList } from "@/lib/lists/reports-list";
import { defineView } from "./define-view";
import { orderedDays } from "./ordered-days";
import { choiceField, dateField, idField, savedViewFields, searchField, zoneField } from "./view-fields";

export const reportsView = orderedDays(
  defineView({
    type: choiceField(REPORT_TYPES),
    state: choiceField(REPORT_STATES),
    person: idField(),
    /** The dates of the request. */
    from: dateField(),
    to: dateField(),
    zone: zoneField(),
    /** Reports older than this one. */
    before: idField(),
    ...savedViewFields(reportsList),
  }),
);

export type ReportsView = typeof reportsView.defaults;

/** The view of one file. */
export const reportView = defineView({
  search: searchField(),
  /** The time zone in which the times were shown during the search. */
  zone: zoneField(),
  /** A column index and a direction: `3:desc`. */
  sort: idField(12),
});

export type ReportView = typeof reportView.defaults;

/** Null means file order. */
export function parseRowSort(text: string | null): { column: number; direction: "asc" | "desc" } | null {
  const parts = /^(\d{1,3}):(asc|desc)$/.exec(text ?? "");
  return parts ? { column: Number(parts[1]), direction: parts[2] as "asc" | "desc" } : null;
}
