"use client";

import { useRef, useState } from "react";

export type Selection<Row extends { id: string }> = {
  items: ReadonlyMap<string, Row>;
  isAll: boolean;
  has: (id: string) => boolean;
  /** False without rows. */
  hasEvery: (rows: readonly Row[]) => boolean;
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

  const has = (id: string) => isAll || items.has(id);

  return {
    items,
    isAll,
    has,
    hasEvery: (some) => some.length > 0 && some.every(({ id }) => has(id)),
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
