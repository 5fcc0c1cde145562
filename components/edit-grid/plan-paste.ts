import type { CellRange, GridSize } from "./position";

export type PlannedPaste = {
  changes: { row: number; column: number; value: string }[];
  /** Of the block in the grid. */
  lastRow: number;
  lastColumn: number;
  /** How many don't fit below and to the right. */
  leftOutRows: number;
  leftOutColumns: number;
};

/** A block starts at the top left of the selection; a single cell fills all of it. */
export function planPaste(
  cells: readonly (readonly string[])[],
  { top, bottom, left, right }: CellRange,
  { rowCount, columnCount }: GridSize,
): PlannedPaste {
  const width = cells.reduce((widest, { length }) => Math.max(widest, length), 0);
  const only = cells.length === 1 && width === 1 ? (cells[0]?.[0] ?? "") : null;
  const lastRow = Math.min(rowCount, only === null ? top + cells.length : bottom + 1) - 1;
  const lastColumn = Math.min(columnCount, only === null ? left + width : right + 1) - 1;
  const changes: PlannedPaste["changes"] = [];
  for (let row = top; row <= lastRow; row += 1)
    for (let column = left; column <= lastColumn; column += 1) {
      const value = only ?? cells[row - top]?.[column - left];
      // A shorter line says nothing about the cells after its end.
      if (value !== undefined) changes.push({ row, column, value });
    }
  return {
    changes,
    lastRow,
    lastColumn,
    leftOutRows: only === null ? Math.max(0, top + cells.length - rowCount) : 0,
    leftOutColumns: only === null ? Math.max(0, left + width - columnCount) : 0,
  };
}
