"use client";

import { startTransition, useEffect, useState } from "react";
import { isReturn } from "@/lib/client/return-to-place";

/** More than most screens show. */
const FIRST_ROWS = 20;

/**
 * The rows to render now: those at the top, and those that were already there. The others follow after the next paint,
 * because the browser would otherwise lay out fifty rows before it shows the first one. After Back, all rows are needed,
 * because the person may have left the list further down.
 */
export function useVisibleFirst<Row>(rows: readonly Row[], rowId: (row: Row) => string): readonly Row[] {
  const [paintedRows, setPaintedRows] = useState<readonly Row[]>([]);
  const paintedIds = new Set(paintedRows.map(rowId));
  const visibleFirst = rows.filter((row, index) => index < FIRST_ROWS || paintedIds.has(rowId(row)));

  useEffect(() => afterPaint(() => startTransition(() => setPaintedRows(rows))), [rows]);
  return paintedRows === rows || isReturn() ? rows : visibleFirst;
}

function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
