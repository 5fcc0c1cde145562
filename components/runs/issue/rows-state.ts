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
      /** Rows that were added for them. */
      added: readonly number[];
    }
  | { is: "removed"; rows: readonly { index: number; row: IssueRow }[] }
  | { is: "added"; numbers: readonly number[] };

/** The cell to show, if one changed. */
type Step = { state: RowsState; number: number | null; key: IssueColumnKey | null };

export function startRows(rows: readonly IssueRow[]): RowsState {
  return { rows, history: emptyHistory() };
}

/** `added` are the numbers of new rows at the end, which `edits` may fill. */
export function changeCells(
  state: RowsState,
  edits: readonly CellEdit[],
  added: readonly number[] = [],
): RowsState {
  const rows = [...state.rows, ...emptyRows(added)];
  const rowOf = new Map(rows.map((row) => [row.number, row]));
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
      rows,
      cells.map(({ number, key, after }) => ({ number, key, value: after })),
    ),
    history: record(state.history, { is: "changed", cells, added }),
  };
}

/** Empty ones at the end. */
export function addRows(state: RowsState, count: number): RowsState {
  const numbers = newNumbers(state, count);
  return {
    rows: [...state.rows, ...emptyRows(numbers)],
    history: record(state.history, { is: "added", numbers }),
  };
}

/** For rows to add. */
export function newNumbers(state: RowsState, count: number): number[] {
  const last = Math.max(
    0,
    ...state.history.done.flatMap(numbersOf),
    ...state.rows.map(({ number }) => number),
  );
  return Array.from({ length: count }, (_, index) => last + 1 + index);
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
    const rows = withoutRows(state.rows, entry.numbers);
    return { state: { rows, history }, number: rows.at(-1)?.number ?? null, key: null };
  }
  if (entry.is === "removed") {
    const rows = [...state.rows];
    // In ascending order, each is put back at its own place.
    for (const { index, row } of entry.rows) rows.splice(index, 0, row);
    return { state: { rows, history }, number: entry.rows[0]?.row.number ?? null, key: null };
  }
  const before = entry.cells.map(({ number, key, before: value }) => ({ number, key, value }));
  const rows = withoutRows(setCells(state.rows, before), entry.added);
  return { state: { rows, history }, ...firstOf(before) };
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
    const removed = entry.rows.map(({ row }) => row.number);
    const rows = withoutRows(state.rows, removed);
    return { state: { rows, history }, number: null, key: null };
  }
  const after = entry.cells.map(({ number, key, after: value }) => ({ number, key, value }));
  const rows = setCells([...state.rows, ...emptyRows(entry.added)], after);
  return { state: { rows, history }, ...firstOf(after) };
}

/** A row in which nothing is filled in is neither checked nor planned. */
export function isBlank({ cells }: IssueRow): boolean {
  return Object.values(cells).every((text) => !text);
}

function withoutRows(rows: readonly IssueRow[], numbers: readonly number[]): readonly IssueRow[] {
  const removed = new Set(numbers);
  return removed.size === 0 ? rows : rows.filter(({ number }) => !removed.has(number));
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
