import { MAX_CELLS } from "@/lib/csv/read-csv";
import type { CellRow } from "@/lib/domain/exports/cell";
import type { Sheet } from "@/lib/xlsx/write-xlsx";
import { type ColumnShape, detectShape } from "./column-shapes";

/** Reads the first batch, from which it takes the columns' shapes. A later cell that doesn't fit is text. */
export async function reportSheet(
  name: string,
  columns: readonly string[],
  batches: AsyncGenerator<string[][]>,
): Promise<Sheet> {
  const first = await batches.next();
  const sample: string[][] = first.done ? [] : first.value;
  const shapes = columns.map((column, index) =>
    detectShape(
      column,
      sample.map((row) => row[index] ?? ""),
    ),
  );
  return {
    name,
    columns: columns.map((column, index) => column + (shapes[index]?.note ?? "")),
    batches: toCells(sample, batches, shapes),
  };
}

async function* toCells(
  sample: string[][],
  rest: AsyncIterable<string[][]>,
  shapes: readonly ColumnShape[],
): AsyncGenerator<CellRow[]> {
  // Excel can't open a sheet with more than 16,384 columns.
  const toRow = (texts: readonly string[]) =>
    texts.slice(0, MAX_CELLS).map((text, index) => shapes[index]?.read(text) ?? text);
  yield sample.map(toRow);
  for await (const rows of rest) yield rows.map(toRow);
}
