export type Position = { row: number; column: number };

/** A rectangle of cells between two corners. The active one has the focus. */
export type Selection = { anchor: Position; active: Position };

/** All four sides are included. */
export type CellRange = { top: number; bottom: number; left: number; right: number };

export type GridSize = { rowCount: number; columnCount: number };

export const FIRST_CELL: Selection = selectCell({ row: 0, column: 0 });

export function selectCell(position: Position): Selection {
  return { anchor: position, active: position };
}

export function rangeOf({ anchor, active }: Selection): CellRange {
  return {
    top: Math.min(anchor.row, active.row),
    bottom: Math.max(anchor.row, active.row),
    left: Math.min(anchor.column, active.column),
    right: Math.max(anchor.column, active.column),
  };
}

export function isInRange({ top, bottom, left, right }: CellRange, { row, column }: Position): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** Rows may have been removed or filtered since it was selected. */
export function clampSelection({ anchor, active }: Selection, size: GridSize): Selection {
  return { anchor: clampPosition(anchor, size), active: clampPosition(active, size) };
}

export function clampPosition({ row, column }: Position, { rowCount, columnCount }: GridSize): Position {
  return { row: clamp(row, rowCount), column: clamp(column, columnCount) };
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
