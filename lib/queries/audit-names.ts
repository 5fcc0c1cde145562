import "server-only";
import { z } from "zod";
import type { AuditRow } from "@/lib/audit/entry";
import { findTemplateNames } from "@/lib/db/card-templates";
import { findViewNames } from "@/lib/db/saved-views";
import { can } from "@/lib/domain/people/permissions";
import { isUuid } from "@/lib/domain/text/uuid";
import { VIEW_LISTS, type ViewPerson } from "@/lib/domain/views/saved-view";

type Subject = Pick<AuditRow, "action" | "target" | "before" | "after">;

/**
 * What the saved views and templates of these rows are called. The rows have the names of templates, also of deleted
 * ones; those of views come from the views that the person can see, because they are masked in the log.
 */
export async function findAuditNames(
  rows: readonly Subject[],
  person: ViewPerson,
): Promise<(row: Subject, ...others: readonly Subject[]) => string | null> {
  const idsOf = (kind: string) =>
    rows.flatMap(({ action, target }) =>
      target && action.startsWith(`${kind}.`) && isUuid(target) ? [target] : [],
    );
  const [views, templates] = await Promise.all([
    findViewNames(person.id, idsOf("view")),
    findTemplateNames(idsOf("template")),
  ]);
  const names = new Map([
    ...views.flatMap(({ id, name, list }) =>
      can(person.role, VIEW_LISTS[list].permission) ? [[id, name] as const] : [],
    ),
    ...templates.map(({ id, name }) => [id, name] as const),
  ]);
  return (row, ...others) => {
    if (row.target === null) return null;
    const recorded = row.action.startsWith("template.")
      ? [row, ...others].flatMap(({ after, before }) => [nameIn(after), nameIn(before)])
      : [];
    return recorded.find((name) => name !== null) ?? names.get(row.target) ?? null;
  };
}

const Named = z.object({ name: z.string() });

function nameIn(state: unknown): string | null {
  return Named.safeParse(state).data?.name ?? null;
}
