"use client";

import { useRouter } from "next/navigation";
import type { Selection } from "@/components/data-table/selection";
import { Button } from "@/components/ui/buttons/button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { ErrorState } from "@/components/ui/messages/error-state";
import { planRun } from "@/lib/actions/plan-run";
import { useAction } from "@/lib/client/use-action";
import type { ListedCard } from "@/lib/domain/cards/listed";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { can, type Role } from "@/lib/domain/people/permissions";
import { MAX_RUN_CARDS, RUN_KINDS, RUN_PERMISSIONS, type RunKind } from "@/lib/domain/runs/run";

type CardSelectionBarProps = {
  selection: Selection<ListedCard>;
  rows: readonly ListedCard[];
  /** How many match the filters; null if that isn't known exactly. */
  matching: number | null;
  /** The query of the list's URL, without the page. */
  filter: string;
  role: Role;
};

/** What can be done with many cards. It leads to the preview of a run. */
export function CardSelectionBar({ selection, rows, matching, filter, role }: CardSelectionBarProps) {
  const { items, isAll } = selection;
  const { send, isBusy, error } = useAction(planRun);
  const router = useRouter();
  const isPageSelected = rows.length > 0 && rows.every(({ id }) => selection.has(id));
  const count = isAll ? (matching ?? 0) : items.size;
  const hidden = isAll ? 0 : items.size - rows.filter(({ id }) => items.has(id)).length;
  const tooMany = count > MAX_RUN_CARDS ? `At most ${formatCount(MAX_RUN_CARDS)} at once.` : undefined;
  const kinds = (Object.keys(RUN_KINDS) as RunKind[]).filter((kind) => can(role, RUN_PERMISSIONS[kind]));

  async function plan(kind: RunKind) {
    const scope =
      isAll && matching !== null ? { listQuery: filter, count: matching } : { cardIds: [...items.keys()] };
    const planned = await send({ kind, scope });
    if (planned.ok) router.push(`/bulk/${planned.data.runId}`);
  }

  return (
    <fieldset
      aria-label="Selected cards"
      className="flex min-h-10 w-full flex-wrap items-center gap-x-3 gap-y-2"
    >
      <Checkbox
        label="Select page"
        checked={isPageSelected}
        disabled={rows.length === 0}
        onChange={(event) => selection.set(rows, event.target.checked)}
      />
      {count > 0 && (
        <>
          <span role="status" className="text-ink-2">
            {isAll ? `All ${countOf(count, "card")} selected` : `${formatCount(count)} selected`}
            {hidden > 0 && `, ${formatCount(hidden)} not shown here`}
          </span>
          {isPageSelected && !isAll && matching !== null && matching > rows.length && (
            <Button size="small" tone="ghost" onClick={selection.selectAll}>
              Select all {formatCount(matching)} that match
            </Button>
          )}
          {kinds.map((kind) => (
            <Button
              key={kind}
              size="small"
              unavailable={tooMany}
              busy={isBusy}
              onClick={() => void plan(kind)}
            >
              {RUN_KINDS[kind]} selected…
            </Button>
          ))}
          <Button size="small" tone="ghost" onClick={selection.clear}>
            Clear selection
          </Button>
        </>
      )}
      {error && <ErrorState error={error} isInline />}
    </fieldset>
  );
}
