import "server-only";
import type pg from "pg";
import { TRANSACTION_COLUMNS } from "@/lib/card-index/transaction-row";
import type { Transaction } from "@/lib/contract/transaction";
import { pool } from "@/lib/db/database";
import { foldText } from "@/lib/domain/cards/search-text";
import { parseTimestamp } from "@/lib/domain/time/timestamp";
import { inTransaction } from "@/lib/postgres/open-database";
import {
  bumpVersion,
  type ReadInfo,
  toStorableRecords,
  UNREADABLE_TIME,
  WRITE_LOCK_KEY,
  type WriteResult,
} from "./index-write";

export async function writeTransactions(
  transactions: readonly Transaction[],
  { requestedAt, walk, hasMore }: Pick<ReadInfo, "requestedAt" | "walk" | "hasMore">,
): Promise<WriteResult> {
  const records = toStorableRecords(transactions);
  if (records.length === 0) return { added: [], changed: [] };
  return inTransaction(await pool(), async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [WRITE_LOCK_KEY]);
    const written = await upsert(client, records, requestedAt);
    if (walk) {
      await client.query("update indexed_transactions set walk = $2 where id = any($1) and walk <> $2", [
        records.map(({ id }) => id),
        walk,
      ]);
    }
    const isAllNew = written.added.length === records.length;
    await bumpVersion(client, "transactions", written, hasMore === true && isAllNew);
    return written;
  });
}

async function upsert(
  client: pg.PoolClient,
  records: readonly Transaction[],
  requestedAt: Date,
): Promise<WriteResult> {
  const { rows } = await client.query<{ id: string; is_added: boolean }>(
    `insert into indexed_transactions as known (${TRANSACTION_COLUMNS}, created_at, holder_key, read_at, status_read_at, walk)
     select t.*, $13, $13, (select walk from index_feeds where name = 'transactions')
     from unnest($1::text[], $2::text[], $3::text[], $4::numeric[], $5::text[], $6::text[], $7::text[], $8::text[],
                 $9::text[], $10::text[], $11::timestamptz[], $12::text[]) as t
     on conflict (id) do update set
       external_id = excluded.external_id, card_id = excluded.card_id, bill_amount = excluded.bill_amount,
       bill_currency = excluded.bill_currency, cardholder_name = excluded.cardholder_name,
       amount = excluded.amount, currency = excluded.currency, status = excluded.status,
       created = excluded.created, created_at = excluded.created_at, holder_key = excluded.holder_key,
       read_at = excluded.read_at, walk = excluded.walk,
       status_read_at = case when known.status = excluded.status then known.status_read_at else excluded.read_at end
     where known.read_at <= excluded.read_at
       and (known.external_id, known.card_id, known.bill_amount, known.bill_currency, known.cardholder_name,
            known.amount, known.currency, known.status, known.created)
         is distinct from
           (excluded.external_id, excluded.card_id, excluded.bill_amount, excluded.bill_currency,
            excluded.cardholder_name, excluded.amount, excluded.currency, excluded.status, excluded.created)
     returning id, xmax = 0 as is_added`,
    [
      records.map(({ id }) => id),
      records.map(({ external_transaction_id }) => external_transaction_id),
      records.map(({ card_id }) => card_id),
      records.map(({ bill_amount }) => bill_amount),
      records.map(({ bill_currency }) => bill_currency),
      records.map(({ cardholder_name }) => cardholder_name),
      records.map(({ amount }) => amount),
      records.map(({ currency }) => currency),
      records.map(({ status }) => status),
      records.map(({ created }) => created),
      records.map(({ created }) => parseTimestamp(created) ?? UNREADABLE_TIME),
      records.map(({ cardholder_name }) => foldText(cardholder_name)),
      requestedAt,
    ],
  );
  return {
    added: rows.filter(({ is_added }) => is_added).map(({ id }) => id),
    changed: rows.filter(({ is_added }) => !is_added).map(({ id }) => id),
  };
}
