"use client";

import { SelectedRows } from "@/components/data-table/selected-rows";
import { countSelected, type Selection } from "@/components/data-table/selection";
import { SelectionBar } from "@/components/data-table/selection-bar";
import { Button } from "@/components/ui/buttons/button";
import { MAX_SELECTED } from "@/lib/domain/reconciliation/exception-limits";
import type { ListedException } from "@/lib/domain/reconciliation/listed-exception";
import type { SelectedException } from "./selected-exception";

type ExceptionsSelectionProps = {
  selection: Selection<SelectedException>;
  rows: readonly ListedException[];
  /** How many match the filters. */
  total: number;
  onUpdate: () => void;
  onAssign: () => void;
};

/** What can be done with the selected exceptions. */
export function ExceptionsSelection(props: ExceptionsSelectionProps) {
  const { selection, rows, total, onUpdate, onAssign } = props;
  const tooMany =
    countSelected(selection, total) > MAX_SELECTED && !selection.isAll
      ? `Select at most ${MAX_SELECTED}, or all that match.`
      : undefined;
  return (
    <SelectionBar selection={selection} noun="exception" rows={rows}>
      <SelectedRows selection={selection} noun="exception" rows={rows} matching={total}>
        <Button size="small" tone="primary" aria-haspopup="dialog" unavailable={tooMany} onClick={onUpdate}>
          Update selected
        </Button>
        <Button size="small" aria-haspopup="dialog" unavailable={tooMany} onClick={onAssign}>
          Assign selected
        </Button>
      </SelectedRows>
    </SelectionBar>
  );
}
