import { isIdColumn } from "@/lib/domain/reports/id-column";
import { detectColumns } from "./summarize";

const ROW_ID = /^(?:(?:row|event|entry|record|line)[_ ]?)?id$/i;
/** What many rows of a file are about. */
const SHARED_ID = /^(?:card|cardholder|customer|account|merchant|program|person|user)/i;

/**
 * The columns that tell which row this is, even if its other cells change: the row's own ID; or the ID of a
 * transaction, or of a card if there is none, with the kind of the row. Empty if there is no ID.
 */
export function keyColumns(columns: readonly string[]): number[] {
  const ids = columns.flatMap((name, index) => (isIdColumn(name) ? [index] : []));
  const rowId = ids.find((index) => ROW_ID.test(columns[index] ?? ""));
  if (rowId !== undefined) return [rowId];
  const ownId = ids.find((index) => !SHARED_ID.test(columns[index] ?? ""));
  const identifying = ownId === undefined ? ids : [ownId];
  const { kind } = detectColumns(columns);
  return identifying.length === 0 || kind === null ? identifying : [...identifying, kind];
}
