export type GridColumn = {
  key: string;
  label: string;
  /** Shown below the grid while a cell of the column is active. */
  rule: string;
  isRequired?: boolean;
  /** Offered while a cell is edited. */
  choices?: readonly string[];
  widthPx?: number;
};

/** "problem" if the cell must be changed, "warning" if it may stay. */
export type CellNote = { is: "problem" | "warning"; text: string };

export type CellChange = { row: number; key: string; value: string };

/** What the grid shows, by row and by the column's key. */
export type GridContent = {
  columns: readonly GridColumn[];
  rowCount: number;
  /** The number in front of the row. */
  rowNumberOf: (row: number) => number;
  /** What the row is about, for a cell whose row is wider than the view. */
  rowNameOf?: (row: number) => string;
  cellOf: (row: number, key: string) => string;
  /** What counts while the cell is empty. */
  defaultOf?: (row: number, key: string) => string;
  noteOf: (row: number, key: string) => CellNote | null;
};
