"use client";

import type { ReactNode } from "react";
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

/** Above a table whose rows can be selected. */
export function SelectionBar<Row extends { id: string }>(props: SelectionBarProps<Row>) {
  const { selection, noun, rows, children } = props;
  return (
    <fieldset
      aria-label={`Selected ${noun}s`}
      className="flex min-h-10 w-full flex-wrap items-center gap-x-3 gap-y-2"
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
