import { AUDIT_OUTCOMES } from "@/lib/domain/audit-log";
import { defineView } from "./define-view";
import { orderedDays } from "./ordered-days";
import { choiceField, dateField, idField, zoneField } from "./view-fields";

export const auditView = orderedDays(
  defineView({
    person: idField(),
    action: idField(),
    target: idField(),
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
