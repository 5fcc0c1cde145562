import "server-only";
import type pg from "pg";
import { unsealNoteText } from "@/lib/db/sealed-note-text";
import { amountCell, type CellRow, textCell, timeCell } from "@/lib/domain/exports/cell";
import {
  EXCEPTION_KINDS,
  EXCEPTION_REASONS,
  EXCEPTION_STATES,
  type ExceptionKind,
  type ExceptionReason,
  type ExceptionState,
} from "@/lib/domain/reconciliation/exception";
import { exceptionValueCell } from "@/lib/domain/reconciliation/exception-value";
import type { Period } from "@/lib/domain/reconciliation/period";
import { reportFileName } from "@/lib/domain/reports/report";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { VALUE_CURRENCY } from "@/lib/reconciliation/list-exceptions";

const ROWS_PER_BATCH = 1_000;

type Row = {
  id: string;
  day: IsoDate;
  kind: ExceptionKind;
  state: ExceptionState;
  reason: ExceptionReason | null;
  note: string;
  owner: string | null;
  transactionId: string | null;
  cardId: string | null;
  event: string | null;
  merchant: string | null;
  type: string | null;
  date: IsoDate | null;
  rowNumber: string | null;
  field: string | null;
  ours: string | null;
  theirs: string | null;
  valueCurrency: string | null;
  currency: string | null;
  difference: string | null;
  foundAt: Date;
  stateSince: Date;
};

export const EXCEPTION_COLUMNS = [
  "Day",
  "Kind",
  "State",
  "Reason",
  "Note",
  "Owner",
  "Transaction ID",
  "Card ID",
  "Event",
  "Merchant",
  "File",
  "Row",
  "Field",
  "Ours",
  "Theirs",
  "Currency",
  "Difference",
  "Found (UTC)",
  "State since (UTC)",
  "Exception ID",
] as const;

/** Those of a month, resolved ones included, with one batch in memory at a time. */
export async function* exceptionRows(client: pg.ClientBase, { from, to }: Period): AsyncGenerator<CellRow[]> {
  for (let after: Row | undefined, isFirst = true; after || isFirst; isFirst = false) {
    const { rows }: { rows: Row[] } = await client.query<Row>(
      `select e.id, to_char(e.day, 'YYYY-MM-DD') as day, e.kind, e.state, e.reason, e.note, p.name as owner,
              e.transaction_id as "transactionId", e.card_id as "cardId", e.event, e.merchant, r.type,
              to_char(r.date, 'YYYY-MM-DD') as date, e.row_number as "rowNumber", e.field, e.ours, e.theirs, ${VALUE_CURRENCY}, e.currency,
              e.difference::text as difference, e.found_at as "foundAt", e.state_since as "stateSince"
       from reconciliation_exceptions e left join people p on p.id = e.owner_id
       left join report_files f on f.id = e.file_id left join report_requests r on r.id = f.request_id
       where e.day between $1 and $2 and ($3::date is null or (e.day, e.kind, e.id) > ($3::date, $4, $5::uuid))
       order by e.day, e.kind, e.id limit ${ROWS_PER_BATCH}`,
      [from, to, after?.day ?? null, after?.kind ?? null, after?.id ?? null],
    );
    if (rows.length > 0) yield rows.map(toCells);
    after = rows.length === ROWS_PER_BATCH ? rows.at(-1) : undefined;
  }
}

function toCells(row: Row): CellRow {
  return [
    { is: "date", text: row.day },
    EXCEPTION_KINDS[row.kind],
    EXCEPTION_STATES[row.state],
    row.reason && EXCEPTION_REASONS[row.reason],
    textCell(unsealNoteText(row.note)),
    textCell(row.owner),
    textCell(row.transactionId),
    textCell(row.cardId),
    row.event,
    textCell(row.merchant),
    row.type && row.date && reportFileName(row.type, row.date, "csv"),
    row.rowNumber === null ? null : Number(row.rowNumber) + 1,
    row.field,
    exceptionValueCell(row, row.ours),
    exceptionValueCell(row, row.theirs),
    row.currency,
    row.difference === null ? null : amountCell(row.difference, row.currency ?? ""),
    timeCell(row.foundAt),
    timeCell(row.stateSince),
    textCell(row.id),
  ];
}
