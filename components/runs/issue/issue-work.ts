"use client";

import { useEffect, useState } from "react";
import { hasSessionEnded } from "@/lib/client/session-end";
import type { IssueDefaults } from "@/lib/contract/issue-rows/check-rows";
import type { DayOrders, IssueCells } from "@/lib/domain/issue-rows/read-rows";
import type { Table } from "@/lib/spreadsheets/table";
import { issueView } from "@/lib/url/run-view";
import type { ColumnMapping } from "./remembered-columns";
import type { RowsState } from "./rows-state";

/** Null for pasted rows. */
export type Source = { fileName: string | null; table: Table };

/** With the cells that all its cards have in common. */
export type Company = { id: string; cells: IssueCells };

export type IssueWork = {
  step: "columns" | "rows";
  source: Source;
  mapping: ColumnMapping;
  /** The columns that were chosen last time for this header. */
  remembered: ColumnMapping | null;
  answers: DayOrders;
  /** With the columns that they were read with; null before the columns are chosen. */
  read: { rows: RowsState; mapping: ColumnMapping; answers: DayOrders } | null;
  defaults: IssueDefaults;
  /** Whether leaving the page would lose something: not before it is worked on, nor once it is planned. */
  isUnsaved: boolean;
  /** The run that the rows are planned as, until they are changed. */
  runId: string | null;
  /** The last plan of these rows, which the next one replaces. */
  plannedAs: string | null;
};

/**
 * Only in memory, because rows are personal data and browser storage outlives the session. It outlives the page, so
 * that a look at another one loses nothing. By the address of the page.
 */
const kept = new Map<string, IssueWork>();

type IssueView = { company: string | null; plan: string | null };

/** The work on a file, on the team of a company, or on the rows of a plan. */
export function useIssueWork(view: IssueView, initial: () => IssueWork | null) {
  const key = hrefOf(view);
  const [work, setWork] = useState(() => kept.get(key) ?? initial());
  useEffect(() => keep(key, work), [key, work]);
  return [work, setWork] as const;
}

/** The page with the rows of a plan: as they are in memory, or read from the server. */
export function rowsHref(runId: string): string {
  const found = [...kept].find(([, work]) => work.plannedAs === runId);
  return found ? found[0] : hrefOf({ company: null, plan: runId });
}

function hrefOf(view: IssueView): string {
  return issueView.href("/bulk/issue", view);
}

/** Once the cards are being issued, the rows are no longer needed. */
export function forgetIssueWork(runId: string): void {
  for (const [key, work] of kept) if (work.runId === runId) keep(key, null);
}

function keep(key: string, work: IssueWork | null): void {
  if (work) kept.set(key, work);
  else kept.delete(key);
  const isUnsaved = [...kept.values()].some((other) => other.isUnsaved);
  // A `beforeunload` listener keeps the page out of the back/forward cache.
  if (isUnsaved) window.addEventListener("beforeunload", preventUnload);
  else window.removeEventListener("beforeunload", preventUnload);
}

function preventUnload(event: Event): void {
  if (!hasSessionEnded()) event.preventDefault();
}
