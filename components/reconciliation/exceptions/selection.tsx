"use client";

import { createContext, useContext, useState } from "react";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { useRovingTabIndex } from "@/components/ui/popups/roving-tab-index";

import { EXCEPTION_KINDS } from "@/lib/domain/reconciliation/exception";

import type { ListedException } from "@/lib/domain/reconciliation/listed-exception";

/** As the person saw it when choosing it, so that later changes are noticed. */
export type SelectedException = Pick<
  ListedException,
  "id" | "version" | "kind" | "currency" | "merchant" | "difference" | "owner"
>;

/** The exceptions that a dialog changes: chosen ones, or all that match the address's filter. */
export type ExceptionTarget =
  | { is: "selected"; items: readonly SelectedException[] }
  | { is: "all"; href: string };

export type Selection = ReturnType<typeof useSelection>;

/** Stays while the person changes filters or pages. `filter` identifies what "all that match" means. */
export function useSelection(filter: string) {
  const [items, setItems] = useState<ReadonlyMap<string, SelectedException>>(new Map());
  const [allOf, setAllOf] = useState<string | null>(null);
  const isAll = allOf === filter;

  function set(rows: readonly SelectedException[], isSelected: boolean) {
    setAllOf(null);
    setItems((current) => {
      const next = new Map(current);
      for (const row of rows) {
        if (isSelected) next.set(row.id, row);
        else next.delete(row.id);
      }
      return next;
    });
  }

  return {
    items,
    isAll,
    has: (id: string) => isAll || items.has(id),
    set,
    selectAll: () => setAllOf(filter),
    clear() {
      setAllOf(null);
      setItems(new Map());
    },
  };
}

export const SelectionContext = createContext<Selection | null>(null);

export function SelectCell({ row }: { row: ListedException }) {
  const selection = useContext(SelectionContext);
  const tabIndex = useRovingTabIndex();
  if (!selection) return null;
  return (
    <Checkbox
      label={
        <span className="sr-only">{`Select ${EXCEPTION_KINDS[row.kind]} ${row.transactionId ?? row.day}`}</span>
      }
      tabIndex={tabIndex}
      checked={selection.has(row.id)}
      onChange={(event) => selection.set([row], event.target.checked)}
    />
  );
}
