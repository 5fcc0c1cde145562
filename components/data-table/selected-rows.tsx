"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { countSelected, type Selection } from "./selection";

type SelectedRowsProps<Row extends { id: string }> = {
  selection: Selection<Row>;
  /** "card" */
  noun: string;
  rows: readonly Row[];
  /** How many match the filters; null if that isn't known exactly. */
  matching: number | null;
  /** What can be done with the selected rows. */
  children: ReactNode;
  /** What went wrong. */
  error?: ReactNode;
};

/** How many rows are selected, and what can be done with them. */
export function SelectedRows<Row extends { id: string }>(props: SelectedRowsProps<Row>) {
  const { selection, noun, rows, matching, children, error } = props;
  const { items, isAll } = selection;
  const hidden = isAll ? 0 : items.size - rows.filter(({ id }) => items.has(id)).length;
  const count = countSelected(selection, matching);
  return (
    <>
      {count > 0 && (
        <>
          <span role="status" className="text-ink-2">
            {isAll ? `All ${countOf(count, noun)} selected` : `${formatCount(count)} selected`}
            {hidden > 0 && `, ${formatCount(hidden)} not shown here`}
          </span>
          {selection.hasEvery(rows) && !isAll && matching !== null && matching > rows.length && (
            <Button size="small" tone="ghost" onClick={selection.selectAll}>
              Select all {formatCount(matching)} that match
            </Button>
          )}
          {children}
          <Button size="small" tone="ghost" onClick={selection.clear}>
            Clear selection
          </Button>
        </>
      )}
      {error}
    </>
  );
}
