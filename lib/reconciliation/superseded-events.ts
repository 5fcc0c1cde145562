import "server-only";
import type pg from "pg";
import type { SettlementType } from "@/lib/domain/reconciliation/settlement-type";
import type { IsoDate } from "@/lib/domain/time/calendar";

type Known = {
  fileId: string;
  /** Whether this file was understood before. */
  hasRows: boolean;
};

/**
 * Before the rows of the known file are deleted, keeps those that the new one lacks, and forgets those of earlier files
 * that it has. Once a person says that the columns of a file mean something else, the rows of earlier ones do, too.
 */
export async function keepSuperseded(
  client: pg.ClientBase,
  { type, date, fileId }: { type: SettlementType; date: IsoDate; fileId: string },
  known: Known,
): Promise<void> {
  const isSameFile = known.fileId === fileId;
  await client.query(
    `delete from superseded_events s where type = $1 and date = $2 and ($4 or exists (
       select from settlement_events n
       where n.transaction_id = s.transaction_id and n.event = s.event and n.file_id = $3))`,
    [type, date, fileId, isSameFile && known.hasRows],
  );
  if (isSameFile) return;
  await client.query(
    `insert into superseded_events
       (file_id, row_number, type, date, day, event, transaction_id, merchant, bill_amount, bill_currency)
     select o.file_id, o.row_number, $1, $2, (o.occurred_at at time zone 'utc')::date, o.event, o.transaction_id,
            o.merchant, o.bill_amount, o.bill_currency
     from settlement_events o where o.file_id = $4 and not exists (
       select from settlement_events n
       where n.transaction_id = o.transaction_id and n.event = o.event and n.file_id = $3)
     on conflict do nothing`,
    [type, date, fileId, known.fileId],
  );
}
