"use client";

import { useRouter } from "next/navigation";
import { ExportButton } from "@/components/data-table/export-button";
import { SelectedRows } from "@/components/data-table/selected-rows";
import { countSelected, type Selection } from "@/components/data-table/selection";
import type { PlanBlockDialogProps } from "@/components/runs/plan-block-dialog";
import { Button } from "@/components/ui/buttons/button";
import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { planRun } from "@/lib/actions/plan-run";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { useAction } from "@/lib/client/use-action";
import { CHOSEN_FILE_NAME, type ListedCard } from "@/lib/domain/cards/listed";
import { formatCount } from "@/lib/domain/money/numbers";
import { can, type Role } from "@/lib/domain/people/permissions";
import { type CardRunKind, kindsFor, MAX_RUN_CARDS, RUN_KINDS } from "@/lib/domain/runs/run";

const blockDialog = loadOnIntent<PlanBlockDialogProps>(() => import("@/components/runs/plan-block-dialog"));

type CardsSelectionProps = {
  selection: Selection<ListedCard>;
  rows: readonly ListedCard[];
  /** How many match the filters; null if that isn't known exactly. */
  matching: number | null;
  /** The query of the list's URL, without the page. */
  listQuery: string;
  role: Role;
};

/** What can be done with many cards. It leads to the preview of a run. */
export default function CardsSelection({ selection, rows, matching, listQuery, role }: CardsSelectionProps) {
  const { send, isBusy, error } = useAction(planRun);
  const router = useRouter();
  const count = countSelected(selection, matching);
  const unavailable = count > MAX_RUN_CARDS ? `At most ${formatCount(MAX_RUN_CARDS)} at once.` : undefined;
  const scope =
    selection.isAll && matching !== null
      ? { listQuery, count: matching }
      : { cardIds: [...selection.items.keys()] };

  async function plan(kind: Exclude<CardRunKind, "block">) {
    const planned = await send({ kind, scope });
    if (planned.ok) router.push(`/bulk/${planned.data.runId}`);
  }

  return (
    <SelectedRows
      selection={selection}
      noun="card"
      rows={rows}
      matching={matching}
      error={error && <ErrorState error={error} isInline />}
    >
      {kindsFor(role).map((kind) =>
        kind === "block" ? (
          <DialogButton
            key={kind}
            size="small"
            unavailable={unavailable}
            dialog={blockDialog}
            dialogProps={{ scope, count }}
          >
            {RUN_KINDS[kind]} selected…
          </DialogButton>
        ) : (
          <Button
            key={kind}
            size="small"
            unavailable={unavailable}
            busy={isBusy}
            onClick={() => void plan(kind)}
          >
            {RUN_KINDS[kind]} selected…
          </Button>
        ),
      )}
      {can(role, "lists.export") && (
        <ExportButton
          href={`/api/cards/export${listQuery}`}
          body={selection.isAll ? undefined : scope}
          fileName={`${CHOSEN_FILE_NAME}.csv`}
          total={count}
          label="Export selected"
          excelLabel="Export selected as Excel"
          size="small"
        />
      )}
    </SelectedRows>
  );
}
