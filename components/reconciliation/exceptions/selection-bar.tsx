"use client";

import type { Selection } from "@/components/data-table/selection";
import { Button } from "@/components/ui/buttons/button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { MAX_SELECTED } from "@/lib/domain/reconciliation/exception-limits";
import type { ListedException } from "@/lib/domain/reconciliation/listed-exception";
import type { SelectedException } from "./selected-exception";

type SelectionBarProps = {
  selection: Selection<SelectedException>;
  rows: readonly ListedException[];
  /** How many match the filters. */
  total: number;
  onUpdate: () => void;
  onAssign: () => void;
};

export function SelectionBar({ selection, rows, total, onUpdate, onAssign }: SelectionBarProps) {
  const { items, isAll } = selection;
  const isPageSelected = rows.length > 0 && rows.every(({ id }) => selection.has(id));
  const hidden = isAll ? 0 : items.size - rows.filter(({ id }) => items.has(id)).length;
  const count = isAll ? total : items.size;
  const tooMany =
    count > MAX_SELECTED && !isAll ? `Select at most ${MAX_SELECTED}, or all that match.` : undefined;
  return (
    <fieldset
      aria-label="Selected exceptions"
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
            {isAll ? `All ${countOf(count, "exception")} selected` : `${formatCount(count)} selected`}
            {hidden > 0 && `, ${formatCount(hidden)} not shown here`}
          </span>
          {isPageSelected && !isAll && total > rows.length && (
            <Button size="small" tone="ghost" onClick={selection.selectAll}>
              Select all {formatCount(total)} that match
            </Button>
          )}
          <Button size="small" tone="primary" aria-haspopup="dialog" unavailable={tooMany} onClick={onUpdate}>
            Update selected
          </Button>
          <Button size="small" aria-haspopup="dialog" unavailable={tooMany} onClick={onAssign}>
            Assign selected
          </Button>
          <Button size="small" tone="ghost" onClick={selection.clear}>
            Clear selection
          </Button>
        </>
      )}
    </fieldset>
  );
}
