import "server-only";
import type { ComparedField, ComparedRow } from "@/lib/domain/reports/comparison";
import { alignColumns, alignedCells } from "./align-columns";
import type { ComparedFile, FilePair, RowPair } from "./compare-files";
import { readRowsAt } from "./read-file";
import { keyColumns } from "./row-key";

export async function readComparedRows(
  { before, after }: FilePair,
  pairs: readonly RowPair[],
): Promise<ComparedRow[]> {
  const aligned = alignColumns(before.columns, after.columns);
  const key = keyColumns(aligned.columns).map((index) => aligned.columns[index] ?? "");
  const earlier = await readRowsAt(
    before.fileId,
    pairs.flatMap((pair) => pair.before ?? []),
  );
  const later = await readRowsAt(
    after.fileId,
    pairs.flatMap((pair) => pair.after ?? []),
  );
  return pairs.map((pair) => {
    const earlierRow = pair.before === null ? null : (earlier.get(pair.before) ?? []);
    const laterRow = pair.after === null ? null : (later.get(pair.after) ?? []);
    const fields =
      earlierRow && laterRow
        ? fieldsOf(
            aligned.columns,
            alignedCells(earlierRow, aligned, "before"),
            alignedCells(laterRow, aligned, "after"),
          )
        : fieldsOf((laterRow ? after : before).columns, earlierRow, laterRow);
    return {
      beforeRow: toSpreadsheetRow(pair.before),
      afterRow: toSpreadsheetRow(pair.after),
      identity: key.map((column) => ({
        column,
        value: (laterRow ? cellOf(laterRow, after, column) : cellOf(earlierRow ?? [], before, column)) ?? "",
      })),
      fields: fields.filter((field) => field.before !== field.after),
    };
  });
}

function fieldsOf(
  columns: readonly string[],
  before: readonly string[] | null,
  after: readonly string[] | null,
): ComparedField[] {
  const length = Math.max(columns.length, before?.length ?? 0, after?.length ?? 0);
  return Array.from({ length }, (_, index) => ({
    column: columns[index] ?? `Column ${index + 1}`,
    before: before && (before[index] ?? ""),
    after: after && (after[index] ?? ""),
  }));
}

function cellOf(row: readonly string[], { columns }: ComparedFile, column: string): string | undefined {
  return row[columns.findIndex((name) => name.trim() === column.trim())];
}

/** The column names are row 1. */
const toSpreadsheetRow = (row: number | null) => (row === null ? null : row + 2);
