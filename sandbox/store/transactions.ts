import type pg from "pg";
import type { ListQuery } from "@/lib/contract/list";
import type { KnownTransactionStatus, Transaction } from "@/lib/contract/transaction";
import { toDecimal } from "@/lib/domain/money/money";
import { isUuid } from "@/lib/domain/text/uuid";
import { formatTimestamp } from "@/lib/domain/time/timestamp";
import { bulkInsert, type Column } from "./bulk-insert";
import { findPage } from "./lists";
import type { TransactionRecord } from "./records";

const COLUMNS: readonly Column<TransactionRecord>[] = [
  ["id", "uuid", (transaction) => transaction.id],
  ["created", "timestamptz", (transaction) => transaction.created],
  ["external_transaction_id", "text", (transaction) => transaction.externalTransactionId],
  ["card_id", "uuid", (transaction) => transaction.cardId],
  ["merchant", "text", (transaction) => transaction.merchant],
  ["kind", "text", (transaction) => transaction.kind],
  ["amount", "numeric", (transaction) => transaction.amount],
  ["currency", "text", (transaction) => transaction.currency],
  ["bill_amount", "numeric", (transaction) => transaction.billAmount],
  ["bill_currency", "text", (transaction) => transaction.billCurrency],
  ["fx_fee", "numeric", (transaction) => transaction.fxFee],
  ["atm_fee", "numeric", (transaction) => transaction.atmFee],
  ["status", "text", (transaction) => transaction.status],
  ["decline_code", "text", (transaction) => transaction.declineCode],
  ["cleared_at", "timestamptz", (transaction) => transaction.clearedAt],
  ["refunded_at", "timestamptz", (transaction) => transaction.refundedAt],
];

type Row = {
  id: string;
  created: Date;
  external_transaction_id: string;
  card_id: string;
  cardholder_name: string;
  amount: string;
  currency: string;
  bill_amount: string;
  bill_currency: string;
  status: KnownTransactionStatus;
};

const SELECTED = `t.id, t.created, t.external_transaction_id, t.card_id, c.cardholder_name, t.amount, t.currency,
  t.bill_amount, t.bill_currency, t.status`;

// Every statement names cards before transactions, the lock order of a reset, to prevent deadlocks.

export async function insertTransactions(
  client: pg.ClientBase,
  transactions: readonly TransactionRecord[],
): Promise<void> {
  await bulkInsert(client, "transactions", COLUMNS, transactions);
}

export async function listTransactions(
  db: pg.Pool,
  query: ListQuery,
  pageSize: number,
): Promise<{ count: number; results: Transaction[] }> {
  const start = await findPage(db, "transactions", query, pageSize);
  if (start.before === null) return { count: start.count, results: [] };
  const { rows } = await db.query<Row>(
    `select ${SELECTED} from cards c join (
       select * from transactions
       where created < $1 and created >= coalesce($2::date::timestamp at time zone 'utc', '-infinity')
       order by created desc, id desc offset $3 limit $4
     ) t on c.id = t.card_id
     order by t.created desc, t.id desc`,
    [start.before, query.min_created ?? null, start.skip, pageSize],
  );
  return { count: start.count, results: rows.map(toTransaction) };
}

export async function getTransaction(client: pg.ClientBase, id: string): Promise<Transaction> {
  const { rows } = await client.query<Row>(
    `select ${SELECTED} from cards c join transactions t on c.id = t.card_id where t.id = $1`,
    [id],
  );
  if (!rows[0]) throw new Error(`There is no transaction ${id}`);
  return toTransaction(rows[0]);
}

export type LockedTransaction = { cardId: string; status: KnownTransactionStatus; billAmount: number };

export async function lockTransaction(client: pg.ClientBase, id: string): Promise<LockedTransaction | null> {
  if (!isUuid(id)) return null;
  const { rows } = await client.query<{
    card_id: string;
    status: KnownTransactionStatus;
    bill_amount: string;
  }>(
    `select t.card_id, t.status, t.bill_amount from cards c join transactions t on c.id = t.card_id
     where t.id = $1 for update of t`,
    [id],
  );
  const [row] = rows;
  return row ? { cardId: row.card_id, status: row.status, billAmount: Number(row.bill_amount) } : null;
}

export async function setTransactionStatus(
  client: pg.ClientBase,
  id: string,
  status: "CLEARED" | "REVERSED" | "REFUNDED",
  at: Date,
): Promise<void> {
  await client.query(
    `update transactions set status = $2,
       cleared_at = case when $2 = 'CLEARED' then $3 else cleared_at end,
       refunded_at = case when $2 = 'REFUNDED' then $3 else refunded_at end
     where id = $1`,
    [id, status, at],
  );
}

function toTransaction(row: Row): Transaction {
  return {
    id: row.id,
    external_transaction_id: row.external_transaction_id,
    card_id: row.card_id,
    bill_amount: Number(row.bill_amount),
    bill_currency: row.bill_currency,
    cardholder_name: row.cardholder_name,
    amount: toDecimal(Number(row.amount), row.currency),
    currency: row.currency,
    status: row.status,
    created: formatTimestamp(row.created),
  };
}
