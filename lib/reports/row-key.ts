import { detectColumns } from "./summarize";

/** `id`, `card_id`, `Card ID`, `cardId`; not other digits, such as a merchant's code. */
const ID = /(?:^|[_ ])(?:id|ID|Id)$|[a-z]Id$/;
const ROW_ID = /^(?:(?:row|event|entry|record|line)[_ ]?)?id$/i;
/** What many rows of a file are about. */
const SHARED_ID = /^(?:card|cardholder|customer|account|merchant|program|person|user)/i;

/**
 * The columns that tell which row this is, even if its other cells change: the row's own ID; or the ID of a
 * transaction, or of a card if there is none, with the kind of the row. Empty if there is no ID.
 */
export function keyColumns(columns: readonly string[]): number[] {
  const ids = columns.flatMap((name, index) => (ID.test(name) ? [index] : []));
  const rowId = ids.find((index) => ROW_ID.test(columns[index] ?? ""));
  if (rowId !== undefined) return [rowId];
  const ownId = ids.find((index) => !SHARED_ID.test(columns[index] ?? ""));
  const identifying = ownId === undefined ? ids : [ownId];
  const { kind } = detectColumns(columns);
  return identifying.length === 0 || kind === null ? identifying : [...identifying, kind];
}
