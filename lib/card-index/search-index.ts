import "server-only";
import { database } from "@/lib/db/database";
import type { FoundCustomer, FoundTransaction, SearchResults } from "@/lib/domain/cards/search-results";
import { foldText } from "@/lib/domain/cards/search-text";
import { inTransaction } from "@/lib/postgres/open-database";
import { buildCardQuery, CUSTOMER_NUMBER, fuzzyQuery, prefixCondition } from "./card-query";
import { CARD_COLUMNS, type SearchedRow, toSearchedCard } from "./card-row";
import { firstCardOf } from "./find-customer";
import { MAX_MATCHING_MERCHANTS, merchantQuery, transactionsOfMerchants } from "./merchants";
import { readIndexState } from "./sync/index-state";
import { databaseNow } from "./sync/index-write";
import { TRANSACTION_COLUMNS, type TransactionRow, toTransaction } from "./transaction-row";

const MAX_CARDS = 8;
const MAX_CUSTOMERS = 4;
const MAX_TRANSACTIONS = 5;
/** Only the first matches are ranked: a text that matches thousands of cards needs more words. */
const MAX_CANDIDATES = 100;
const MAX_RANKED = 24;

type Hit = SearchedRow & { rank: number; customer_cards: string; customer_name: string };
type FoundTransactionRow = TransactionRow & { merchant: string | null };
type FoundRow = { cards: Hit[] | null; transactions: FoundTransactionRow[] | null; read_at: Date };

const NO_RESULTS = { cards: [], customers: [], transactions: [], isFuzzy: false };
const FUZZY_RANK = 9;

/**
 * One query for the search box. Ranks exact matches of an ID, last four or customer number first, then whole words, then
 * prefixes of words and IDs. Prefixes are looked up only if whole words don't fill the list, and similar words only if
 * nothing else matches. For example, these are the rows with a prefix (`worked-examples.test.ts` keeps this true):
 *
 * ```sql
 * -- typed: Cust_81158
 * prefixed as (
 *   (select ctid as row_id from indexed_cards
 *    where (select count(*) from exact) < 24
 *      and words @@ $3::tsquery and ($7::text is null or strip(words) @@ $7::tsquery) limit 100)
 *   union (select ctid as row_id from indexed_cards where id >= $5 and id < $5 || chr(1114111) order by id limit 24)
 *   union (select ctid as row_id from indexed_cards where id >= $6 and id < $6 || chr(1114111) order by id limit 24)
 *   union (select ctid as row_id from indexed_cards where customer_id >= $5 and customer_id < $5 || chr(1114111) order by customer_id limit 24)
 *   union (select ctid as row_id from indexed_cards where customer_id >= $6 and customer_id < $6 || chr(1114111) order by customer_id limit 24)
 *   union (select ctid as row_id from indexed_cards where substring(customer_id from '[0-9]+$') = $1 limit 24)
 * )
 * -- $1 = cust_81158
 * -- $2 = 'cust' & '81158'
 * -- $3 = 'cust' & '81158':*
 * -- $4 = {cust,81158}
 * -- $5 = Cust_81158
 * -- $6 = cust_81158
 * -- $7 = null
 * -- $8 = 'cust':* & '81158':*
 * ```
 */
export async function searchIndex(typed: string): Promise<SearchResults> {
  const [index, query] = await Promise.all([readIndexState(), buildCardQuery(typed)]);
  if (!query) return { ...NO_RESULTS, index, readAt: (await databaseNow()).toISOString() };
  const [asTyped = null, lowerCase = asTyped] = query.ids;
  const values = [
    foldText(typed),
    query.exact,
    query.prefix,
    query.words,
    asTyped,
    lowerCase,
    query.postFilter,
    merchantQuery(typed),
  ];
  const { rows } = await runSearch(values, index.cards.known + index.transactions.known);
  const hits = rows[0]?.cards ?? [];
  return {
    cards: hits.slice(0, MAX_CARDS).map((hit) => toSearchedCard(hit, typed)),
    customers: customersOf(hits),
    transactions: (rows[0]?.transactions ?? []).map(toFoundTransaction),
    isFuzzy: hits.length > 0 && hits.every(({ rank }) => rank === FUZZY_RANK),
    index,
    readAt: (rows[0]?.read_at ?? new Date()).toISOString(),
  };
}

/**
 * A PostgreSQL server plans the query for each text. The embedded engine takes longer for that than for the search, so
 * there all texts share a plan until the index has doubled in size.
 */
async function runSearch(values: unknown[], indexSize: number): Promise<{ rows: FoundRow[] }> {
  const { engine, pool } = await database();
  if (engine === "postgres") return pool.query<FoundRow>(SEARCH, values);
  const name = `search-index-${Math.round(Math.log2(indexSize + 1))}`;
  // A plan for any text can't know that a word is rare, and would scan the whole table for the first hundred matches.
  const settings = "set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off";
  return inTransaction(pool, (client) => client.query<FoundRow>({ name, text: SEARCH, values }), settings);
}

const MATCHING_MERCHANTS = `array(select key from merchants where words @@ $8::tsquery limit ${MAX_MATCHING_MERCHANTS})`;

// Rows are identified by their ctid, which can't change within one statement.
const SEARCH = `
  with exact as (
    select ctid as row_id from indexed_cards where words @@ $2::tsquery limit ${MAX_CANDIDATES}
  ), prefixed as (
    (select ctid as row_id from indexed_cards
     where (select count(*) from exact) < ${MAX_RANKED} and ${prefixCondition("$3", "$7")} limit ${MAX_CANDIDATES})
    union ${rowsWithPrefix("indexed_cards", "id")}
    union ${rowsWithPrefix("indexed_cards", "customer_id")}
    union (select ctid as row_id from indexed_cards where ${CUSTOMER_NUMBER} = $1 limit ${MAX_RANKED})
  ), fuzzy as (
    select ctid as row_id from indexed_cards
    where not exists (select from exact) and not exists (select from prefixed) and words @@ (${fuzzyQuery("$4")})
    limit ${MAX_CANDIDATES}
  ), hits as (
    select ${CARD_COLUMNS}, former_last_fours, created_at, similarity(holder_key, $1) as likeness,
      case when lower(id) = $1 then 0
           when last_four = $1 then 1
           when lower(customer_id) = $1 or ${CUSTOMER_NUMBER} = $1 then 2
           when ctid in (select row_id from exact) then 3
           when ctid in (select row_id from prefixed) then 4
           else ${FUZZY_RANK} end as rank
    from indexed_cards
    where ctid = any(array(
      select row_id from exact union select row_id from prefixed union select row_id from fuzzy
    ))
    order by rank, likeness desc, created_at desc, id
    limit ${MAX_RANKED}
  ), transactions as (
    select ${TRANSACTION_COLUMNS},
      (select merchant from transaction_facts where transaction_id = indexed_transactions.id) as merchant
    from indexed_transactions
    where ctid = any(array(
      ${rowsWithPrefix("indexed_transactions", "id")}
      union ${rowsWithPrefix("indexed_transactions", "external_id")}
      union select ctid from indexed_transactions where id = any(array(
        ${transactionsOfMerchants(MATCHING_MERCHANTS, MAX_TRANSACTIONS)}
      ))
    ))
    order by created_at desc, id
    limit ${MAX_TRANSACTIONS}
  )
  select
    (select json_agg(to_jsonb(hits) || jsonb_build_object('customer_cards',
       (select count(*) from indexed_cards c where c.customer_id = hits.customer_id), 'customer_name',
       (select first.cardholder_name ${firstCardOf("hits.customer_id")})))
     from hits) as cards,
    (select json_agg(transactions) from transactions) as transactions,
    now() as read_at
`;

/** A range, which a plan for any text can look up in the column's index; `order by` makes it stop at the limit. */
function rowsWithPrefix(table: string, column: string): string {
  return ["$5", "$6"]
    .map(
      (typed) =>
        `(select ctid as row_id from ${table} where ${column} >= ${typed} and ${column} < ${typed} || chr(1114111) order by ${column} limit ${MAX_RANKED})`,
    )
    .join(" union ");
}

function toFoundTransaction(row: FoundTransactionRow): FoundTransaction {
  return { ...toTransaction(row), ...(row.merchant === null ? {} : { merchant: row.merchant }) };
}

function customersOf(hits: readonly Hit[]): FoundCustomer[] {
  const customers = new Map(
    hits.map((hit) => [
      hit.customer_id,
      { id: hit.customer_id, name: hit.customer_name, cards: Number(hit.customer_cards) },
    ]),
  );
  return [...customers.values()].slice(0, MAX_CUSTOMERS);
}
