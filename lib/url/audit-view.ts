import { AUDIT_OUTCOMES, AUDIT_TARGET_MAX_CHARACTERS } from "@/lib/domain/audit-log";
import { defineView } from "./define-view";
import { orderedDays } from "./ordered-days";
import { choiceField, dateField, idField, searchField, zoneField } from "./view-fields";

export const auditView = orderedDays(
  defineView({
    person: idField(),
    action: idField(),
    /** What it was done to, or who did it: a last four, a name or an ID. Or an entry: its number, its hash or an ID. */
    target: searchField(AUDIT_TARGET_MAX_CHARACTERS),
    outcome: choiceField(AUDIT_OUTCOMES),
    from: dateField(),
    to: dateField(),
    zone: zoneField(),
    /** Rows older than this one: the log is paged by its own numbers, so that new rows push none across. */
    before: idField(15),
    /** The row that is open beside the list. */
    entry: idField(15),
  }),
);

export type AuditView = typeof auditView.defaults;
