"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { EditGrid } from "@/components/edit-grid/edit-grid";
import type { CellChange, CellNote } from "@/components/edit-grid/grid-column";
import { FIRST_CELL, rangeOf, selectCell } from "@/components/edit-grid/position";
import { Button } from "@/components/ui/buttons/button";
import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/values/progress-bar";
import { fieldSentence } from "@/lib/client/field-message";
import { openFileTarget } from "@/lib/client/file-target";
import { MODAL } from "@/lib/client/key-targets";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { useListedShortcut } from "@/lib/client/shortcuts";
import type { CardDesign } from "@/lib/contract/card-design";
import type { CellTexts, CheckContext, IssueDefaults } from "@/lib/contract/issue-rows/check-rows";
import type { IssueColumnKey } from "@/lib/domain/issue-rows/columns";
import { type DayOrders, readCell } from "@/lib/domain/issue-rows/read-rows";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { MAX_RUN_CARDS } from "@/lib/domain/runs/run";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { countText, planObstacle } from "./count-text";
import { DefaultsForm } from "./defaults-form";
import type { DiscardRowsDialogProps } from "./discard-rows-dialog";
import { gridColumns, rowName } from "./grid-columns";
import type { Company, Source } from "./issue-work";
import { type ColumnMapping, rememberColumns } from "./remembered-columns";
import {
  addRows,
  changeCells,
  isBlank,
  newNumbers,
  type RowsState,
  redoEdit,
  removeRows,
  undoEdit,
} from "./rows-state";
import type { TableWorker } from "./table-worker";
import { usePlanIssue } from "./use-plan-issue";
import { useRowChecks } from "./use-row-checks";

const discardDialog = loadOnIntent<DiscardRowsDialogProps>(() => import("./discard-rows-dialog"));

type RowsStepProps = {
  source: Source;
  mapping: ColumnMapping;
  answers: DayOrders;
  state: RowsState;
  defaults: IssueDefaults;
  designs: readonly CardDesign[] | null;
  today: IsoDate;
  worker: TableWorker;
  company: Company | null;
  /** Of the run that the rows are planned as. */
  runId: string | null;
  /** The plan that the next one replaces. */
  plannedAs: string | null;
  onChange: (state: RowsState) => void;
  onDefaults: (defaults: IssueDefaults) => void;
  onBack: () => void;
  onPlanned: (runId: string) => void;
  onDiscard: () => void;
  titleRef: RefObject<HTMLHeadingElement | null>;
};

/** The rows to correct and to plan. */
export function RowsStep(props: RowsStepProps) {
  const { source, mapping, answers, state, defaults, designs, today, worker, company, runId, onChange } =
    props;
  const { rows } = state;
  const filled = useMemo(() => rows.filter((row) => !isBlank(row)), [rows]);
  const context = useMemo<CheckContext>(() => ({ today, designs, defaults }), [today, designs, defaults]);
  const { checkOf, counts, progress } = useRowChecks(rows, context, worker);
  const columns = useMemo(
    () => gridColumns(rows, { mapping, defaults, designs, company: company?.cells ?? {} }),
    [rows, mapping, defaults, designs, company],
  );
  const [selection, setSelection] = useState(FIRST_CELL);
  /** Chosen when the filter is set, so that a row doesn't vanish while it is corrected. */
  const [filter, setFilter] = useState<ReadonlySet<number> | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const { plan, sent, error } = usePlanIssue();
  const router = useRouter();
  const shown = useMemo(
    () => rows.flatMap(({ number }, index) => (!filter || filter.has(number) ? [index] : [])),
    [rows, filter],
  );
  const indexOf = (row: number) => shown[row] ?? 0;
  const { top, bottom } = rangeOf(selection);
  const selected = shown.slice(top, bottom + 1);
  const isSending = sent !== null;
  const obstacle = progress !== null ? "The rows are being checked." : planObstacle(counts);

  function noteOf(row: number, key: string): CellNote | null {
    const { problems, warnings } = checkOf(indexOf(row));
    const problem = fieldSentence(problems[key as IssueColumnKey]);
    if (problem) return { is: "problem", text: problem };
    const warning = warnings[key as IssueColumnKey];
    return warning ? { is: "warning", text: warning } : null;
  }

  function change(changes: CellChange[]) {
    if (isSending) return;
    const last = changes.reduce((most, { row }) => Math.max(most, row), 0);
    const added = newNumbers(state, Math.max(0, last + 1 - shown.length));
    const edits = changes.flatMap(({ row, key, value }) => {
      const column = columns.find((known) => known.key === key);
      const number = row < shown.length ? rows[indexOf(row)]?.number : added[row - shown.length];
      if (!column || number === undefined) return [];
      return [{ number, key: column.key, value: readCell(column.key, value, answers[column.key] ?? null) }];
    });
    onChange(changeCells(state, edits, added));
  }

  function step(next: ReturnType<typeof undoEdit>) {
    if (!next || isSending) return;
    onChange(next.state);
    const row = shown.findIndex((index) => rows[index]?.number === next.number);
    const column = columns.findIndex(({ key }) => key === next.key);
    if (row >= 0) setSelection(selectCell({ row, column: Math.max(column, 0) }));
  }

  function remove() {
    const numbers = new Set(selected.flatMap((index) => rows[index]?.number ?? []));
    onChange(removeRows(state, numbers));
    setSelection(selectCell({ row: top, column: selection.active.column }));
    grid.current?.focus({ preventScroll: true });
  }

  function filterProblems(isOn: boolean) {
    const withProblems = rows.filter((_, index) => Object.keys(checkOf(index).problems).length > 0);
    setFilter(isOn ? new Set(withProblems.map(({ number }) => number)) : null);
    setSelection(FIRST_CELL);
  }

  /** Once no problem is left, the warnings. */
  function goToNextProblem() {
    if (shown.length === 0) return;
    const sought = counts.problems > 0 ? "problems" : "warnings";
    const { row: activeRow, column: activeColumn } = selection.active;
    // Once around, and last the cells of this row up to the active one.
    for (let offset = 0; offset <= shown.length; offset += 1) {
      const row = (activeRow + offset) % shown.length;
      const texts = checkOf(indexOf(row))[sought];
      const column = columns.findIndex(
        ({ key }, index) => texts[key] && (offset > 0 || index > activeColumn),
      );
      if (column < 0) continue;
      setSelection(selectCell({ row, column }));
      break;
    }
    grid.current?.focus({ preventScroll: true });
    // With what is wrong, which is written below the grid.
    grid.current?.parentElement?.scrollIntoView({ block: "nearest" });
  }

  const handleF8 = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "F8" || document.querySelector(MODAL)) return;
    event.preventDefault();
    goToNextProblem();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleF8(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  useListedShortcut({ keys: "f8", label: "Next problem", group: "Rows" });

  async function download() {
    // The writer is larger than this page.
    const { writeProblemFile } = await import("./problem-file");
    const written = writeProblemFile({
      header: source.table.header,
      mapping,
      delimiter: source.table.delimiter,
      originals: new Map(source.table.rows.map(({ number, cells }) => [number, cells])),
      rows: rows.flatMap((row, index) => {
        const problems = sentences(checkOf(index).problems);
        return Object.keys(problems).length > 0 ? [{ row, problems }] : [];
      }),
    });
    // So that the corrected file has the same columns.
    rememberColumns(written.header, written.mapping);
    const target = await openFileTarget("rows-with-problems.csv", { type: "text/csv", isLarge: false });
    await target.write(new TextEncoder().encode(written.text));
    await target.finish();
  }

  async function submit() {
    const planned =
      runId ?? (await plan({ rows: filled, defaults, fileName: source.fileName, replaces: props.plannedAs }));
    if (planned === null) return;
    props.onPlanned(planned);
    router.push(`/bulk/${planned}`);
  }

  return (
    <>
      <Panel
        titleRef={props.titleRef}
        title="Values for all rows"
        lead="They count where a row’s own cell is empty."
      >
        <fieldset disabled={isSending} className="min-w-0">
          <legend className="sr-only">Values for all rows</legend>
          <DefaultsForm defaults={defaults} designs={designs} today={today} onChange={props.onDefaults} />
        </fieldset>
      </Panel>
      <Panel
        title="Rows"
        lead={company ? "One person per row" : (source.fileName ?? "Pasted rows")}
        action={
          <div className="flex flex-wrap gap-2">
            {company && (
              <Button
                size="small"
                unavailable={rows.length >= MAX_RUN_CARDS ? "A run can’t have more rows." : undefined}
                onClick={() => onChange(addRows(state, 1))}
              >
                Add row
              </Button>
            )}
            <Button
              size="small"
              unavailable={state.history.done.length === 0 ? "There is nothing to undo." : undefined}
              onClick={() => step(undoEdit(state))}
            >
              Undo
            </Button>
            <Button
              size="small"
              unavailable={state.history.undone.length === 0 ? "There is nothing to redo." : undefined}
              onClick={() => step(redoEdit(state))}
            >
              Redo
            </Button>
            <Button
              size="small"
              unavailable={selected.length === 0 || isSending ? "There is no row to remove." : undefined}
              onClick={remove}
            >
              Remove {selected.length > 1 ? countOf(selected.length, "row") : "row"}
            </Button>
            {!company && (
              <Button
                size="small"
                unavailable={counts.problems === 0 ? "No row has a problem." : undefined}
                onClick={() => void download()}
              >
                Download rows with problems
              </Button>
            )}
          </div>
        }
      >
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p role="status" className="font-medium">
            {progress === null
              ? countText(counts)
              : `Checking ${formatCount(progress)} of ${countOf(rows.length, "row")}…`}
          </p>
          <Checkbox
            label="Only rows with problems"
            checked={filter !== null}
            onChange={(event) => filterProblems(event.target.checked)}
          />
          <Button
            size="small"
            shortcut="F8"
            unavailable={counts.problems + counts.warnings === 0 ? "No row has a problem." : undefined}
            onClick={goToNextProblem}
          >
            {counts.problems === 0 && counts.warnings > 0 ? "Next warning" : "Next problem"}
          </Button>
        </div>
        {shown.length === 0 ? (
          <EmptyState title={filter ? "No rows with problems" : "No rows left"} />
        ) : (
          <EditGrid
            label={company ? "People" : "Rows of the file"}
            columns={columns}
            rowCount={shown.length}
            rowNumberOf={(row) => rows[indexOf(row)]?.number ?? 0}
            cellOf={(row, key) => rows[indexOf(row)]?.cells[key as IssueColumnKey] ?? ""}
            defaultOf={(_, key) => defaults[key as IssueColumnKey] ?? ""}
            rowNameOf={(row) => rowName(rows[indexOf(row)]?.cells ?? {})}
            noteOf={noteOf}
            selection={selection}
            onSelect={setSelection}
            onChange={change}
            onUndo={() => step(undoEdit(state))}
            onRedo={() => step(redoEdit(state))}
            maxRowCount={company && !filter ? MAX_RUN_CARDS : undefined}
            gridRef={grid}
          />
        )}
      </Panel>
      {error && <ErrorState error={error} onRetry={() => void submit()} isRetrying={isSending} isInline />}
      {sent !== null && (
        <div className="rounded-panel border border-line bg-surface px-4 py-3">
          <p role="status" className="font-medium">
            {sendingText(sent, filled.length)}
          </p>
          <ProgressBar
            label="Sending rows"
            text={sendingText(sent, filled.length)}
            value={sent}
            max={filled.length}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button tone="primary" busy={isSending} unavailable={obstacle} onClick={() => void submit()}>
          {runId ? "Open the plan" : `Plan ${countOf(counts.total - counts.problems, "card")}`}
        </Button>
        {!company && (
          <>
            <Button disabled={isSending} onClick={props.onBack}>
              Back to columns
            </Button>
            <DialogButton
              disabled={isSending}
              dialog={discardDialog}
              dialogProps={{ onDiscard: props.onDiscard }}
            >
              Choose another file…
            </DialogButton>
          </>
        )}
        <p className="text-ink-2">{obstacle ?? "No card is issued before you start the run."}</p>
      </div>
    </>
  );
}

function sendingText(sent: number, total: number): string {
  return sent < total ? `${formatCount(sent)} of ${countOf(total, "row")} sent` : "Planning…";
}

function sentences(problems: CellTexts): CellTexts {
  const texts: CellTexts = {};
  for (const [key, predicate] of Object.entries(problems)) {
    const sentence = fieldSentence(predicate);
    if (sentence) texts[key as IssueColumnKey] = sentence;
  }
  return texts;
}
