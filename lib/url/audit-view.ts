import { AUDIT_OUTCOMES, AUDIT_TARGET_MAX_CHARACTERS } from "@/lib/domain/people/audit-log";
import { auditList } from "@/lib/lists/audit-list";
import { defineView } from "./define-view";
import { orderedDays } from "./ordered-days";
import { choiceField, dateField, idField, savedViewFields, searchField, zoneField } from "./view-fields";

export const auditView = orderedDays(
  defineView({
    person: idField(),
    action: idField(),
    /** A last four, a name or an ID of the target or the person; or an entry's number, its hash or an ID in it. */
    target: searchField(AUDIT_TARGET_MAX_CHARACTERS),
    outcome: choiceField(AUDIT_OUTCOMES),
    from: dateField(),
    to: dateField(),
    zone: zoneField(),
    /** Entries older than this one: paging by entry number, so that new entries don't shift the pages. */
    before: idField(15),
    /** The entry shown in the side panel. */
    entry: idField(15),
    ...savedViewFields(auditList),
  }),
);

export type AuditView = typeof auditView.defaults;
