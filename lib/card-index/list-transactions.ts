import "server-only";
import type { Transaction } from "@/lib/contract/transaction";
import { pool } from "@/lib/db/database";
import { foldText } from "@/lib/domain/cards/search-text";
import type { Days, IsoDate } from "@/lib/domain/time/calendar";
import { boundsOf } from "@/lib/domain/time/time-zone";
import type { SortableColumnId } from "@/lib/lists/list";
import { transactionsList } from "@/lib/lists/transactions-list";
import { Conditions } from "@/lib/postgres/conditions";
import { buildCardQuery } from "./card-query";
import { addCursor, type Cursor, type KeysetPage, orderBy, parseCursor, type Sort, toPage } from "./keyset";
import { addText as addCardText } from "./list-cards";
import { findMerchantKeys, MAX_MATCHING_MERCHANTS, transactionsOfMerchants } from "./merchants";
import { TRANSACTION_COLUMNS, type TransactionRow, toTransaction } from "./transaction-row";

export type TransactionFilter = Days & {
  /** A prefix of a transaction's ID, or a text that finds its card or its merchant. */
  text?: string | null | undefined;
  cardIds?: readonly string[] | undefined;
  customerId?: string | null | undefined;
  status?: readonly string[] | undefined;
  /** The merchant's currency. */
  currency?: string | null | undefined;
  billCurrency?: string | null | undefined;
  /** Limits of the billed amount. */
  minAmount?: number | null | undefined;
  maxAmount?: number | null | undefined;
  /** In any spelling. */
  merchant?: string | null | undefined;
  clearedFrom?: IsoDate | null | undefined;
  clearedTo?: IsoDate | null | undefined;
};

export type TransactionSortKey = SortableColumnId<typeof transactionsList>;

export type TransactionPageRequest = Cursor & {
  filter: TransactionFilter;
  sort: Sort<TransactionSortKey>;
  limit: number;
};

export type TransactionPage = KeysetPage<Transaction>;

type PageRow = TransactionRow & { created_at: Date; sort_value: string };

/** A text that matches more cards finds the transactions of only this many, the newest ones. */
export const MAX_MATCHING_CARDS = 5_000;

export async function listIndexedTransactions({
  filter,
  sort,
  limit,
  ...cursor
}: TransactionPageRequest): Promise<TransactionPage> {
  const db = await pool();
  const { column, type } = transactionsList.columns[sort.by].sort;
  const start = parseCursor(cursor, { type, direction: sort.direction });
  const { merchant, ...otherFilters } = filter;
  const conditions = await filterConditions(otherFilters);
  addCursor(conditions, start, { column, type });
  const { rows } = await db.query<PageRow>(
    `select ${TRANSACTION_COLUMNS}, created_at, ${column}::text as sort_value
     from ${merchant ? transactionsOfMerchant(conditions.bind(foldText(merchant))) : "indexed_transactions"}
     where ${conditions}
     order by ${orderBy(column, start.direction)} limit ${limit + 1}`,
    conditions.values,
  );
  const page = toPage(rows, limit, start);
  return { ...page, rows: page.rows.map(toTransaction) };
}

/**
 * Takes the creation time from the facts, whose index returns the rows of a merchant in the list's order. PostgreSQL
 * would otherwise sort all of them, or read all newer transactions to find those of a merchant without recent ones.
 */
function transactionsOfMerchant(key: string): string {
  return `(select transaction_id as id, transaction_created_at as created_at from transaction_facts
           where merchant_key = ${key} and transaction_created_at is not null) as facts
     join (select ${TRANSACTION_COLUMNS}, holder_key from indexed_transactions) as transactions using (id)`;
}

/** Stops counting at `max` + 1. */
export async function countIndexedTransactions(filter: TransactionFilter, max: number): Promise<number> {
  const db = await pool();
  const conditions = await filterConditions(filter);
  const { rows } = await db.query<{ total: string }>(
    `select count(*) as total from
       (select from indexed_transactions where ${conditions} limit ${max + 1}) as counted`,
    conditions.values,
  );
  return Number(rows[0]?.total ?? 0);
}

/** Whether the text matches too many cards, so some transactions are left out. */
export async function matchesTooManyCards(text: string): Promise<boolean> {
  const query = text ? await buildCardQuery(text) : null;
  if (!query) return false;
  const conditions = new Conditions();
  addCardText(conditions, query);
  const { rows } = await (await pool()).query<{ is_over: boolean }>(
    `select count(*) > ${MAX_MATCHING_CARDS} as is_over
     from (select from indexed_cards where ${conditions} limit ${MAX_MATCHING_CARDS + 1}) as matching`,
    conditions.values,
  );
  return rows[0]?.is_over ?? false;
}

export async function filterConditions(filter: TransactionFilter): Promise<Conditions> {
  const conditions = new Conditions();
  await addText(conditions, filter.text);
  conditions.addAny("card_id", filter.cardIds);
  conditions.add("card_id in (select id from indexed_cards where customer_id = ?)", filter.customerId);
  conditions.addAny("status", filter.status);
  conditions.add("currency = ?", filter.currency);
  conditions.add("bill_currency = ?", filter.billCurrency);
  conditions.add("bill_amount >= ?", filter.minAmount);
  conditions.add("bill_amount <= ?", filter.maxAmount);
  conditions.addBetween("created_at", boundsOf(filter));
  conditions.add(
    "id in (select transaction_id from transaction_facts where merchant_key = ? and transaction_created_at is not null)",
    filter.merchant ? foldText(filter.merchant) : null,
  );
  addCleared(conditions, filter);
  return conditions;
}

/** Without the limits of the creation time, PostgreSQL might read all newer transactions to find those of an old day. */
function addCleared(conditions: Conditions, { clearedFrom, clearedTo, zone }: TransactionFilter): void {
  if (!clearedFrom && !clearedTo) return;
  const cleared = new Conditions(conditions.values);
  cleared.addBetween("cleared_at", boundsOf({ from: clearedFrom, to: clearedTo, zone }));
  const facts = `from transaction_facts where ${cleared}`;
  conditions.and(`id in (select transaction_id ${facts})`);
  conditions.and(`created_at >= (select min(transaction_created_at) ${facts})`);
  conditions.and(`created_at <= (select max(transaction_created_at) ${facts})`);
}

export async function findIndexedTransaction(id: string): Promise<Transaction | null> {
  const db = await pool();
  const { rows } = await db.query<TransactionRow>(
    `select ${TRANSACTION_COLUMNS} from indexed_transactions where id = $1`,
    [id],
  );
  return rows[0] ? toTransaction(rows[0]) : null;
}

async function addText(conditions: Conditions, text: string | null | undefined): Promise<void> {
  const query = text ? await buildCardQuery(text) : null;
  if (!query) {
    if (text?.trim()) conditions.and("false");
    return;
  }
  const ids = query.ids
    .map((id) => conditions.bind(id))
    .flatMap((id) => [`id ^@ ${id}`, `external_id ^@ ${id}`]);
  const cardConditions = new Conditions(conditions.values);
  addCardText(cardConditions, query);
  const cards = `card_id = any(array(select id from indexed_cards where ${cardConditions}
     order by created_at desc, id limit ${MAX_MATCHING_CARDS}))`;
  const merchants = (await findMerchantKeys(text ?? "")).slice(0, MAX_MATCHING_MERCHANTS);
  const atMerchants =
    merchants.length === 0 ? [] : [`id = any(array(${transactionsOfMerchants(conditions.bind(merchants))}))`];
  conditions.and(`(${[...ids, cards, ...atMerchants].join(" or ")})`);
}
