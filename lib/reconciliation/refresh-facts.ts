import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";

const FACTS_LOCK = 7_203_141;

/** Only the source of each day counts: its daily file, else the monthly one. The first of equal events counts. */
const EVENTS_IN_USE = `
  select distinct on (e.transaction_id, e.event) e.*
  from changed_transactions c
  join settlement_events e using (transaction_id)
  join reconciliation_days d on d.day = e.day and d.file_id = e.file_id
  where e.event in ('clearing', 'refund')
  order by e.transaction_id, e.event, e.day, e.row_number`;

/**
 * Writes again what the files say about the transactions in the temporary table `changed_transactions`. One file at a
 * time, because a transaction can be in the files of two days.
 */
export async function refreshFacts(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_xact_lock($1)", [FACTS_LOCK]);
  await client.query("analyze changed_transactions");
  await client.query(
    "delete from transaction_facts f using changed_transactions c where f.transaction_id = c.transaction_id",
  );
  await client.query(
    `insert into transaction_facts (
       transaction_id, transaction_created_at, merchant, merchant_key, currency,
       cleared_at, fees, effect, cleared_file_id, cleared_row,
       refunded_at, refunded_fees, refunded_effect, refunded_file_id, refunded_row)
     with events as materialized (${EVENTS_IN_USE}), facts as (
       select transaction_id, coalesce(c.merchant, r.merchant) as merchant,
              coalesce(c.bill_currency, r.bill_currency) as currency,
              c.occurred_at as cleared_at, c.fees, c.effect, c.file_id as cleared_file_id, c.row_number as cleared_row,
              r.occurred_at as refunded_at, r.fees as refunded_fees, r.effect as refunded_effect,
              r.file_id as refunded_file_id, r.row_number as refunded_row
       from (select * from events where event = 'clearing') c
       full join (select * from events where event = 'refund') r using (transaction_id)
     )
     select f.transaction_id, t.created_at, f.merchant, m.key, f.currency,
            f.cleared_at, f.fees, f.effect, f.cleared_file_id, f.cleared_row,
            f.refunded_at, f.refunded_fees, f.refunded_effect, f.refunded_file_id, f.refunded_row
     from facts f
     left join indexed_transactions t on t.id = f.transaction_id
     left join merchants m on m.name = f.merchant`,
  );
}

/** For transactions that the index learned after their file was read. */
export async function noteCreationTimes(): Promise<void> {
  await (await pool()).query(
    `update transaction_facts f set transaction_created_at = t.created_at
     from indexed_transactions t where f.transaction_created_at is null and t.id = f.transaction_id`,
  );
}
