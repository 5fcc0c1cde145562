import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { LARGE_WORK } from "./large-work";

const FACTS_LOCK = 7_203_141;

/** Only the source of each day counts: its daily file, else the monthly one. */
const EVENTS_IN_USE = `
  changed_transactions c
  join settlement_events e using (transaction_id)
  join reconciliation_days d on d.day = e.day and d.file_id = e.file_id
  left join indexed_transactions t on t.id = e.transaction_id
  left join merchants m on m.name = e.merchant`;

/** The transactions of every file of the days that are due, and those that are known from the files. */
const NOTE_CHANGED_TRANSACTIONS = `
  with due as (delete from facts_due returning first_day, last_day, file_ids),
  files as (select unnest(file_ids) as id from due)
  insert into changed_transactions
  select transaction_id from due join settlement_events e on e.day between due.first_day and due.last_day
  union select transaction_id from files join transaction_facts on cleared_file_id = files.id
  union select transaction_id from files join transaction_facts on refunded_file_id = files.id`;

/**
 * Writes again what the files say about the transactions of those that were read. One instance at a time, because a
 * transaction can be in the files of two days. Of equal events, the first one counts. True if there was a file.
 */
export async function refreshFacts(): Promise<boolean> {
  return inTransaction(await pool(), async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [FACTS_LOCK]);
    const { rows } = await client.query<{ isDue: boolean }>(
      'select exists (select from facts_due) as "isDue"',
    );
    if (!rows[0]?.isDue) return false;
    await writeFacts(client);
    return true;
  });
}

async function writeFacts(client: pg.ClientBase): Promise<void> {
  await client.query(LARGE_WORK);
  // A file that is deleted meanwhile takes what it said with it, once this is committed.
  await client.query(
    `select from report_files where id in (select file_id from reconciliation_days) order by id for key share`,
  );
  await client.query(
    `create temporary table changed_transactions (transaction_id text collate "C") on commit drop`,
  );
  await client.query(NOTE_CHANGED_TRANSACTIONS);
  await client.query("analyze changed_transactions");
  await client.query(
    "delete from transaction_facts f using changed_transactions c where f.transaction_id = c.transaction_id",
  );
  await client.query(
    `insert into transaction_facts (transaction_id, transaction_created_at, merchant, merchant_key, currency,
       cleared_at, fees, effect, cleared_file_id, cleared_row)
     select distinct on (e.transaction_id) e.transaction_id, t.created_at, e.merchant, m.key, e.bill_currency,
            e.occurred_at, e.fees, e.effect, e.file_id, e.row_number
     from ${EVENTS_IN_USE} where e.event = 'clearing'
     order by e.transaction_id, e.day, e.row_number`,
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
