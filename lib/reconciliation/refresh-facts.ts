import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";

const FACTS_LOCK = 7_203_141;

/** Only the source of each day counts: its daily file, else the monthly one. */
const EVENTS_IN_USE = `
  changed_transactions c
  join settlement_events e using (transaction_id)
  join reconciliation_days d on d.day = e.day and d.file_id = e.file_id
  left join indexed_transactions t on t.id = e.transaction_id
  left join merchants m on m.name = e.merchant`;

/**
 * Writes again what the files say about the transactions in the temporary table `changed_transactions`. One file at a
 * time, because a transaction can be in the files of two days. Of equal events, the first one counts.
 */
export async function refreshFacts(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_xact_lock($1)", [FACTS_LOCK]);
  // A file can have a million rows, which would be joined and sorted on disk.
  await client.query("set local work_mem = '64MB'");
  await client.query("analyze changed_transactions");
  await client.query(
    "delete from transaction_facts f using changed_transactions c where f.transaction_id = c.transaction_id",
  );
  await client.query(
    `insert into transaction_facts (transaction_id, transaction_created_at, merchant, merchant_key, currency,
       cleared_at, fees, effect, cleared_file_id, cleared_row)
     select e.transaction_id, t.created_at, e.merchant, m.key, e.bill_currency,
            e.occurred_at, e.fees, e.effect, e.file_id, e.row_number
     from ${EVENTS_IN_USE} where e.event = 'clearing'
     order by e.day, e.row_number
     on conflict do nothing`,
  );
  await client.query(
    `insert into transaction_facts as known (transaction_id, transaction_created_at, merchant, merchant_key, currency,
       refunded_at, refunded_fees, refunded_effect, refunded_file_id, refunded_row)
     select distinct on (e.transaction_id) e.transaction_id, t.created_at, e.merchant, m.key, e.bill_currency,
            e.occurred_at, e.fees, e.effect, e.file_id, e.row_number
     from ${EVENTS_IN_USE} where e.event = 'refund'
     order by e.transaction_id, e.day, e.row_number
     on conflict (transaction_id) do update set
       refunded_at = excluded.refunded_at, refunded_fees = excluded.refunded_fees,
       refunded_effect = excluded.refunded_effect, refunded_file_id = excluded.refunded_file_id,
       refunded_row = excluded.refunded_row, merchant = coalesce(known.merchant, excluded.merchant),
       merchant_key = coalesce(known.merchant_key, excluded.merchant_key),
       currency = coalesce(known.currency, excluded.currency)`,
  );
}

/**
 * For transactions that the index learned while their file was read. A trigger does it for those that it learns later.
 * Rows that a file is changing are left for the next run, because waiting for them could be a deadlock.
 */
export async function noteCreationTimes(): Promise<void> {
  await (await pool()).query(
    `update transaction_facts f set transaction_created_at = free.created_at
     from (
       select known.transaction_id, t.created_at
       from transaction_facts known join indexed_transactions t on t.id = known.transaction_id
       where known.transaction_created_at is null for update of known skip locked
     ) free
     where f.transaction_id = free.transaction_id`,
  );
}
