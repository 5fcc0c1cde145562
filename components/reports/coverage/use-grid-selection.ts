"use client";

import { useState } from "react";
import type { GridPlace } from "./move-in-grid";

/** The selected cells by key, and the cell from which Shift extends. */
export function useGridSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<GridPlace | null>(null);

  return {
    selected,
    anchor,
    toggle(key: string, place: GridPlace) {
      const next = new Set(selected);
      if (!next.delete(key)) next.add(key);
      setSelected(next);
      setAnchor(place);
    },
    /** Adds a range; the anchor stays. */
    extend(keys: readonly string[], from: GridPlace) {
      setSelected(new Set([...selected, ...keys]));
      setAnchor(from);
    },
    replace(keys: readonly string[]) {
      setSelected(new Set(keys));
      setAnchor(null);
    },
  };
}
