"use client";

import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Checkbox } from "@/components/ui/fields/checkbox";
import type { Selection } from "./selection";

type SelectionBarProps<Row extends { id: string }> = {
  selection: Selection<Row>;
  /** "card" */
  noun: string;
  rows: readonly Row[];
  /** `SelectedRows` */
  children: ReactNode;
};

/** Above a table whose rows can be selected. It stays in view, over the table's head, while any are. */
export function SelectionBar<Row extends { id: string }>(props: SelectionBarProps<Row>) {
  const { selection, noun, rows, children } = props;
  return (
    <fieldset
      aria-label={`Selected ${noun}s`}
      className={classNames(
        "flex min-h-10 w-full flex-wrap items-center gap-x-3 gap-y-2",
        (selection.isAll || selection.items.size > 0) && "sticky top-bar z-3 bg-paper py-1",
      )}
    >
      <Checkbox
        label="Select page"
        checked={selection.hasEvery(rows)}
        disabled={rows.length === 0}
        onChange={(event) => selection.set(rows, event.target.checked)}
      />
      {children}
    </fieldset>
  );
}
