"use client";

import { useEffect, useState } from "react";
import { hasSessionEnded } from "@/lib/client/session-end";
import type { IssueDefaults } from "@/lib/contract/issue-rows/check-rows";
import type { DayOrders } from "@/lib/domain/issue-rows/read-rows";
import type { Table } from "@/lib/spreadsheets/table";
import type { ColumnMapping } from "./remembered-columns";
import type { RowsState } from "./rows-state";

/** Null for pasted rows. */
export type Source = { fileName: string | null; table: Table };

export type IssueWork = {
  step: "columns" | "rows";
  source: Source;
  mapping: ColumnMapping;
  answers: DayOrders;
  /** With the columns that they were read with; null before the columns are chosen. */
  read: { rows: RowsState; mapping: ColumnMapping; answers: DayOrders } | null;
  defaults: IssueDefaults;
};

/**
 * Only in memory, because rows are personal data and browser storage outlives the session. It outlives the page, so
 * that a look at another one loses nothing.
 */
let kept: IssueWork | null = null;

export function useIssueWork() {
  const [work, setWork] = useState(kept);
  useEffect(() => keep(work), [work]);
  return [work, setWork] as const;
}

function keep(work: IssueWork | null): void {
  kept = work;
  // A `beforeunload` listener keeps the page out of the back/forward cache.
  if (work) window.addEventListener("beforeunload", preventUnload);
  else window.removeEventListener("beforeunload", preventUnload);
}

function preventUnload(event: Event): void {
  if (!hasSessionEnded()) event.preventDefault();
}
