export type GridPlace = { row: number; column: number };

/** How many cells each row has: a day's row has one for each day, a month's row a single one. */
export type GridShape = readonly number[];

/** Where a key leads, or null if it isn't for the grid. The column is kept while passing a shorter row. */
export function moveInGrid(
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
  { row, column }: GridPlace,
  shape: GridShape,
): GridPlace | null {
  const lastRow = shape.length - 1;
  const lastColumn = (shape[row] ?? 1) - 1;
  const shown = Math.min(column, lastColumn);
  const isWide = ctrlKey || metaKey;
  switch (key) {
    case "ArrowLeft":
      return { row, column: Math.max(0, shown - 1) };
    case "ArrowRight":
      return { row, column: Math.min(lastColumn, shown + 1) };
    case "ArrowUp":
      return { row: Math.max(0, row - 1), column };
    case "ArrowDown":
      return { row: Math.min(lastRow, row + 1), column };
    case "Home":
      return { row: isWide ? 0 : row, column: 0 };
    case "End": {
      const target = isWide ? lastRow : row;
      return { row: target, column: (shape[target] ?? 1) - 1 };
    }
    default:
      return null;
  }
}

/** Every place in the rectangle between two places. */
export function placesBetween(from: GridPlace, to: GridPlace, shape: GridShape): GridPlace[] {
  const [top, bottom] = [Math.min(from.row, to.row), Math.max(from.row, to.row)];
  const [left, right] = [Math.min(from.column, to.column), Math.max(from.column, to.column)];
  const places: GridPlace[] = [];
  for (let row = top; row <= bottom; row += 1) {
    const lastColumn = (shape[row] ?? 1) - 1;
    for (let column = Math.min(left, lastColumn); column <= Math.min(right, lastColumn); column += 1)
      places.push({ row, column });
  }
  return places;
}
