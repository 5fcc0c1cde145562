"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import {
  type CellTexts,
  type CheckContext,
  checkRow,
  compareRows,
  type RowCheck,
} from "@/lib/contract/issue-rows/check-rows";
import type { IssueRow } from "@/lib/domain/issue-rows/read-rows";
import type { RowCounts } from "./count-text";
import { isBlank } from "./rows-state";
import type { TableWorker } from "./table-worker";

/** More are checked by the worker. */
const MAX_ROWS_ON_PAGE = 200;

export type RowChecks = {
  checkOf: (index: number) => RowCheck;
  counts: RowCounts;
  /** How many rows are checked, while not all of them are. */
  progress: number | null;
};

type Checked = WeakMap<IssueRow, RowCheck>;

const UNCHECKED: RowCheck = { problems: {}, warnings: {} };

/** Only changed rows are checked again. */
export function useRowChecks(
  rows: readonly IssueRow[],
  context: CheckContext,
  worker: TableWorker,
): RowChecks {
  // A new context makes all checks void.
  const known = useMemo(() => ({ context, checks: new WeakMap() as Checked }), [context]).checks;
  const shown = useRef(known);
  const [progress, setProgress] = useState(0);
  const [finished, setFinished] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the worker adds to the known checks
  const unchecked = useMemo(
    () => rows.filter((row) => !known.has(row) && !isBlank(row)),
    [rows, known, finished],
  );
  const isChecking = unchecked.length > MAX_ROWS_ON_PAGE;
  if (!isChecking) {
    for (const row of unchecked) known.set(row, checkRow(row.cells, context));
    shown.current = known;
  }

  useEffect(() => {
    if (!isChecking) return;
    let isCurrent = true;
    const onProgress = (done: number) => isCurrent && setProgress(done);
    worker.call("checkRows", { rows: unchecked, context }, onProgress).then(
      (checks) => {
        for (const [index, row] of unchecked.entries()) known.set(row, checks[index] ?? UNCHECKED);
        if (isCurrent) setFinished((count) => count + 1);
      },
      // The worker can't be used, so the page checks them all.
      () => {
        if (!isCurrent) return;
        for (const row of unchecked) known.set(row, checkRow(row.cells, context));
        setFinished((count) => count + 1);
      },
    );
    return () => {
      isCurrent = false;
      setProgress(0);
    };
  }, [isChecking, unchecked, known, context, worker]);

  const compared = useMemo(() => compareRows(rows, context.defaults), [rows, context.defaults]);
  const checks = shown.current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the worker adds to the known checks
  const counts = useMemo(() => {
    const problems = rows.filter((row) => !isEmpty(checks.get(row)?.problems)).length;
    const warnings = rows.filter(
      (row, index) => !isEmpty(checks.get(row)?.warnings) || compared.has(index),
    ).length;
    return { total: rows.filter((row) => !isBlank(row)).length, problems, warnings };
  }, [rows, checks, compared, finished]);

  function checkOf(index: number): RowCheck {
    const row = rows[index];
    const { problems, warnings } = (row && checks.get(row)) ?? UNCHECKED;
    const shared = compared.get(index);
    return { problems, warnings: shared ? { ...warnings, ...shared } : warnings };
  }

  return { checkOf, counts, progress: isChecking ? rows.length - unchecked.length + progress : null };
}

function isEmpty(texts: CellTexts | undefined): boolean {
  return !texts || Object.keys(texts).length === 0;
}
