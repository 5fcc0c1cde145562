"use client";

import { createContext, useContext, useRef, useState } from "react";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { useRovingTabIndex } from "@/components/ui/popups/roving-tab-index";

export type Selection<Row extends { id: string }> = {
  items: ReadonlyMap<string, Row>;
  isAll: boolean;
  has: (id: string) => boolean;
  set: (rows: readonly Row[], isSelected: boolean) => void;
  /** With `isRange`, also the rows between this one and the last one. */
  toggle: (row: Row, isSelected: boolean, isRange: boolean) => void;
  selectAll: () => void;
  clear: () => void;
};

/**
 * Stays while the person changes filters or pages. `filter` identifies what "all that match" means, and `rows` are those
 * on screen.
 */
export function useSelection<Row extends { id: string }>(
  filter: string,
  rows: readonly Row[],
): Selection<Row> {
  const [items, setItems] = useState<ReadonlyMap<string, Row>>(new Map());
  const [allOf, setAllOf] = useState<string | null>(null);
  const lastId = useRef<string | null>(null);
  const isAll = allOf === filter;

  function set(changed: readonly Row[], isSelected: boolean) {
    setAllOf(null);
    setItems((current) => {
      const next = new Map(current);
      for (const row of changed) {
        if (isSelected) next.set(row.id, row);
        else next.delete(row.id);
      }
      return next;
    });
  }

  function toggle(row: Row, isSelected: boolean, isRange: boolean) {
    const last = isRange ? rows.findIndex(({ id }) => id === lastId.current) : -1;
    const index = rows.findIndex(({ id }) => id === row.id);
    set(last < 0 ? [row] : rows.slice(Math.min(last, index), Math.max(last, index) + 1), isSelected);
    lastId.current = row.id;
  }

  return {
    items,
    isAll,
    has: (id) => isAll || items.has(id),
    set,
    toggle,
    selectAll: () => setAllOf(filter),
    clear() {
      setAllOf(null);
      setItems(new Map());
    },
  };
}

/** All that match count as many as are known. */
export function countSelected<Row extends { id: string }>(
  { items, isAll }: Selection<Row>,
  matching: number | null,
): number {
  return isAll ? (matching ?? 0) : items.size;
}

// biome-ignore lint/suspicious/noExplicitAny: a table's cells have the rows of its own selection.
export const SelectionContext = createContext<Selection<any> | null>(null);

type SelectCellProps = {
  row: { id: string };
  /** "card ending in 1234" */
  name: string;
};

/** Pressing X on the row clicks it too (use-row-keys.ts). */
export function SelectCell({ row, name }: SelectCellProps) {
  const selection = useContext(SelectionContext);
  const tabIndex = useRovingTabIndex();
  if (!selection) return null;
  return (
    <Checkbox
      label={<span className="sr-only">{`Select ${name}`}</span>}
      data-select=""
      tabIndex={tabIndex}
      checked={selection.has(row.id)}
      onChange={(event) =>
        selection.toggle(row, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)
      }
    />
  );
}
