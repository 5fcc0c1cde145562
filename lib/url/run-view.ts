import type { ExportFormat } from "@/lib/domain/exports/export-format";
import { ITEM_STATES, type ItemState, type Run } from "@/lib/domain/runs/run";
import { defineView } from "./define-view";
import { choiceField, idField } from "./view-fields";

export const runView = defineView({
  state: choiceField(Object.keys(ITEM_STATES) as ItemState[]),
  /** The position of the last card of the page before. */
  after: idField(6),
});

export const runsView = defineView({ before: idField(36) });

/** Without a company, cards are issued from a file; or the rows of a plan are changed. */
export const issueView = defineView({ company: idField(255), plan: idField(36) });

/** `freeze-run_2026-11-15_3f2a9c01.csv` */
export function runFileName(
  { id, kind, startedAt, createdAt }: Pick<Run, "id" | "kind" | "startedAt" | "createdAt">,
  format: ExportFormat = "csv",
): string {
  return `${kind}-run_${(startedAt ?? createdAt).slice(0, 10)}_${id.slice(0, 8)}.${format}`;
}
