import { detectDecimalMark, readDecimal } from "@/lib/domain/reconciliation/cell-formats";

/** Compares cells by their positions: as numbers if every filled cell is one, with either decimal mark, else as text. */
export function cellComparator(cells: readonly string[]): (a: number, b: number) => number {
  const numbers = readNumbers(cells);
  if (numbers)
    return (a, b) => {
      const [left = 0, right = 0] = [numbers[a], numbers[b]];
      return left === right ? 0 : left - right;
    };
  return (a, b) => {
    const [left = "", right = ""] = [cells[a], cells[b]];
    return left < right ? -1 : left > right ? 1 : 0;
  };
}

/** Empty cells come first. */
function readNumbers(cells: readonly string[]): Float64Array | null {
  const mark = detectDecimalMark(cells) === "," ? "," : ".";
  const numbers = new Float64Array(cells.length);
  for (const [index, cell] of cells.entries()) {
    const decimal = cell.trim() === "" ? "-Infinity" : readDecimal(cell, mark);
    if (decimal === null) return null;
    numbers[index] = Number(decimal);
  }
  return numbers;
}
