import "server-only";
import type { Transaction } from "@/lib/contract/transaction";
import { pool } from "@/lib/db/database";
import type { Days } from "@/lib/domain/calendar";
import { boundsOf } from "@/lib/domain/time-zone";
import { Conditions } from "@/lib/postgres/conditions";
import { cardQuery } from "./card-query";
import { addCursor, type KeysetPage, orderBy, type Place, readPlace, type Sort, toPage } from "./keyset";
import { addText as addCardText } from "./list-cards";
import { TRANSACTION_COLUMNS, type TransactionRow, toTransaction } from "./transaction-row";

export type TransactionFilter = Days & {
  /** An id of the transaction or its beginning, or what its card is found by. */
  text?: string | null | undefined;
  cardIds?: readonly string[] | undefined;
  customerId?: string | null | undefined;
  status?: readonly string[] | undefined;
  /** What the merchant charged in. */
  currency?: string | null | undefined;
  billCurrency?: string | null | undefined;
  /** What the card was billed. */
  minAmount?: number | null | undefined;
  maxAmount?: number | null | undefined;
};

const SORT_COLUMNS = {
  created: { column: "created_at", type: "timestamptz" },
  holder: { column: "holder_key", type: "text" },
  amount: { column: "bill_amount", type: "numeric" },
  status: { column: "status", type: "text" },
  currency: { column: "currency", type: "text" },
  card: { column: "card_id", type: "text" },
} as const;

export type TransactionSortKey = keyof typeof SORT_COLUMNS;

export type TransactionPageRequest = Place & {
  filter: TransactionFilter;
  sort: Sort<TransactionSortKey>;
  limit: number;
};

export type TransactionPage = KeysetPage<Transaction>;

type PageRow = TransactionRow & { created_at: Date; sort_value: string };

/** Cards whose transactions are looked through when a name is typed; who means more must type more. */
const CARDS_OF_A_NAME = 200;

/** A page of transactions by any filter, sorted by any column. */
export async function listIndexedTransactions({
  filter,
  sort,
  limit,
  ...place
}: TransactionPageRequest): Promise<TransactionPage> {
  const db = await pool();
  const { column, type } = SORT_COLUMNS[sort.by];
  const start = readPlace(place, { type, direction: sort.direction });
  const conditions = await filterConditions(filter);
  addCursor(conditions, start, { column, type });
  const { rows } = await db.query<PageRow>(
    `select ${TRANSACTION_COLUMNS}, created_at, ${column}::text as sort_value
     from indexed_transactions where ${conditions}
     order by ${orderBy(column, start.direction)} limit ${limit + 1}`,
    conditions.values,
  );
  const page = toPage(rows, limit, start);
  return { ...page, rows: page.rows.map(toTransaction) };
}

/** How many the filter lets through, up to one more than `most`. */
export async function countIndexedTransactions(filter: TransactionFilter, most: number): Promise<number> {
  const db = await pool();
  const conditions = await filterConditions(filter);
  const { rows } = await db.query<{ total: string }>(
    `select count(*) as total from
       (select from indexed_transactions where ${conditions} limit ${most + 1}) as counted`,
    conditions.values,
  );
  return Number(rows[0]?.total ?? 0);
}

/** What a list, its number and its totals are asked for by. */
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
  return conditions;
}

export async function findIndexedTransaction(id: string): Promise<Transaction | null> {
  const db = await pool();
  const { rows } = await db.query<TransactionRow>(
    `select ${TRANSACTION_COLUMNS} from indexed_transactions where id = $1`,
    [id],
  );
  return rows[0] ? toTransaction(rows[0]) : null;
}

/** By its own ids, or by what its card is found by. */
async function addText(conditions: Conditions, text: string | null | undefined): Promise<void> {
  const query = text ? await cardQuery(text) : null;
  if (!query) {
    if (text?.trim()) conditions.and("false");
    return;
  }
  const ids = query.ids
    .map((id) => conditions.bind(id))
    .flatMap((id) => [`id ^@ ${id}`, `external_id ^@ ${id}`]);
  const ofCards = new Conditions(conditions.values);
  addCardText(ofCards, query);
  const cards = `card_id = any(array(select id from indexed_cards where ${ofCards} limit ${CARDS_OF_A_NAME}))`;
  conditions.and(`(${[...ids, cards].join(" or ")})`);
}
