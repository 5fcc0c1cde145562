import { emptyHistory, type History, record, stepBack, stepForward } from "@/components/edit-grid/history";
import type { IssueColumnKey } from "@/lib/domain/issue-rows/columns";
import type { IssueRow } from "@/lib/domain/issue-rows/read-rows";

/** Rows are never changed but replaced, so that what is known about a row stays true. */
export type RowsState = { rows: readonly IssueRow[]; history: History<RowsEdit> };

/** By the row's number in the file, which stays the same while others are removed. */
export type CellEdit = { number: number; key: IssueColumnKey; value: string };

type RowsEdit =
  | {
      is: "changed";
      cells: readonly { number: number; key: IssueColumnKey; before: string; after: string }[];
    }
  | { is: "removed"; rows: readonly { index: number; row: IssueRow }[] }
  | { is: "added"; numbers: readonly number[] };

/** The cell to show, if one changed. */
type Step = { state: RowsState; number: number | null; key: IssueColumnKey | null };

export function startRows(rows: readonly IssueRow[]): RowsState {
  return { rows, history: emptyHistory() };
}

export function changeCells(state: RowsState, edits: readonly CellEdit[]): RowsState {
  const rowOf = new Map(state.rows.map((row) => [row.number, row]));
  const cells = edits
    .map(({ number, key, value }) => ({
      number,
      key,
      before: rowOf.get(number)?.cells[key] ?? "",
      after: value,
    }))
    .filter(({ number, before, after }) => rowOf.has(number) && before !== after);
  if (cells.length === 0) return state;
  return {
    rows: setCells(
      state.rows,
      cells.map(({ number, key, after }) => ({ number, key, value: after })),
    ),
    history: record(state.history, { is: "changed", cells }),
  };
}

/** Empty ones at the end. */
export function addRows(state: RowsState, count: number): RowsState {
  const last = Math.max(
    0,
    ...state.history.done.flatMap(numbersOf),
    ...state.rows.map(({ number }) => number),
  );
  const numbers = Array.from({ length: count }, (_, index) => last + 1 + index);
  return {
    rows: [...state.rows, ...emptyRows(numbers)],
    history: record(state.history, { is: "added", numbers }),
  };
}

/** Of removed rows, which may come back. */
function numbersOf(edit: RowsEdit): number[] {
  return edit.is === "removed" ? edit.rows.map(({ row }) => row.number) : [];
}

export function emptyRows(numbers: readonly number[]): IssueRow[] {
  return numbers.map((number) => ({ number, cells: {} }));
}

export function removeRows(state: RowsState, numbers: ReadonlySet<number>): RowsState {
  const rows = state.rows.flatMap((row, index) => (numbers.has(row.number) ? [{ index, row }] : []));
  if (rows.length === 0) return state;
  return {
    rows: state.rows.filter(({ number }) => !numbers.has(number)),
    history: record(state.history, { is: "removed", rows }),
  };
}

/** Null if there is nothing to undo. */
export function undoEdit(state: RowsState): Step | null {
  const step = stepBack(state.history);
  if (!step) return null;
  const { entry, history } = step;
  if (entry.is === "added") {
    const rows = state.rows.filter(({ number }) => !entry.numbers.includes(number));
    return { state: { rows, history }, number: rows.at(-1)?.number ?? null, key: null };
  }
  if (entry.is === "removed") {
    const rows = [...state.rows];
    // In ascending order, each is put back at its own place.
    for (const { index, row } of entry.rows) rows.splice(index, 0, row);
    return { state: { rows, history }, number: entry.rows[0]?.row.number ?? null, key: null };
  }
  const before = entry.cells.map(({ number, key, before: value }) => ({ number, key, value }));
  return { state: { rows: setCells(state.rows, before), history }, ...firstOf(before) };
}

/** Null if there is nothing to redo. */
export function redoEdit(state: RowsState): Step | null {
  const step = stepForward(state.history);
  if (!step) return null;
  const { entry, history } = step;
  if (entry.is === "added") {
    const rows = [...state.rows, ...emptyRows(entry.numbers)];
    return { state: { rows, history }, number: entry.numbers[0] ?? null, key: null };
  }
  if (entry.is === "removed") {
    const removed = new Set(entry.rows.map(({ row }) => row.number));
    const rows = state.rows.filter(({ number }) => !removed.has(number));
    return { state: { rows, history }, number: null, key: null };
  }
  const after = entry.cells.map(({ number, key, after: value }) => ({ number, key, value }));
  return { state: { rows: setCells(state.rows, after), history }, ...firstOf(after) };
}

function firstOf([first]: readonly CellEdit[]): Pick<Step, "number" | "key"> {
  return { number: first?.number ?? null, key: first?.key ?? null };
}

function setCells(rows: readonly IssueRow[], edits: readonly CellEdit[]): IssueRow[] {
  const cellsOf = new Map<number, IssueRow["cells"]>();
  for (const { number, key, value } of edits) cellsOf.set(number, { ...cellsOf.get(number), [key]: value });
  return rows.map((row) => {
    const changed = cellsOf.get(row.number);
    return changed ? { ...row, cells: { ...row.cells, ...changed } } : row;
  });
}
