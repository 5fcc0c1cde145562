import "server-only";
import { pool } from "@/lib/db/database";
import type { FoundCustomer, SearchResults } from "@/lib/domain/search";
import { foldText } from "@/lib/domain/search-text";
import { fuzzyQuery, prefixCondition, CUSTOMER_NUMBER, buildCardQuery } from "./card-query";
import { CARD_COLUMNS, type SearchedRow, toSearchedCard } from "./card-row";
import { firstCardOf } from "./customer";
import { readIndexState } from "./state";
import { TRANSACTION_COLUMNS, type TransactionRow, toTransaction } from "./transaction-row";

const CARDS = 8;
const CUSTOMERS = 4;
const TRANSACTIONS = 5;
/** Of more matches than this the first met are ranked: who means one of ten thousand must type more. */
const CANDIDATES = 100;
const RANKED = 24;

type Hit = SearchedRow & { rank: number; customer_cards: string; customer_name: string };
type FoundRow = { cards: Hit[] | null; transactions: TransactionRow[] | null };

const NOTHING = { cards: [], customers: [], transactions: [], isFuzzy: false };
const ALIKE = 9;

/**
 * One question for one box. As typed first: the whole id, last four, customer id or its number, then whole words, then words and
 * ids that begin so. Only when nothing does, words that are alike. Words that begin so are not even looked up where
 * whole words fill the list.
 */
export async function searchIndex(typed: string): Promise<Omit<SearchResults, "readAt">> {
  const index = readIndexState();
  const query = await buildCardQuery(typed);
  if (!query) return { ...NOTHING, index: await index };
  const db = await pool();
  const [asTyped = null, inSmall = asTyped] = query.ids;
  const values = [foldText(typed), query.whole, query.prefix, query.words, asTyped, inSmall, query.sift];
  const { rows } = await db.query<FoundRow>(SEARCH, values);
  const hits = rows[0]?.cards ?? [];
  return {
    cards: hits.slice(0, CARDS).map((hit) => toSearchedCard(hit, typed)),
    customers: customersOf(hits),
    transactions: (rows[0]?.transactions ?? []).map(toTransaction),
    isFuzzy: hits.length > 0 && hits.every(({ rank }) => rank === ALIKE),
    index: await index,
  };
}

// What was found is gone back to by its place in the table (ctid): within one statement it cannot move.
const SEARCH = `
  with exact as (
    select ctid as place from indexed_cards where words @@ $2::tsquery limit ${CANDIDATES}
  ), begun as (
    (select ctid as place from indexed_cards
     where (select count(*) from exact) < ${RANKED} and ${prefixCondition("$3", "$7")} limit ${CANDIDATES})
    union ${placesBeginning("indexed_cards", "id")}
    union ${placesBeginning("indexed_cards", "customer_id")}
    union (select ctid as place from indexed_cards where ${CUSTOMER_NUMBER} = $1 limit ${RANKED})
  ), alike as (
    select ctid as place from indexed_cards
    where not exists (select from exact) and not exists (select from begun) and words @@ (${fuzzyQuery("$4")})
    limit ${CANDIDATES}
  ), hits as (
    select ${CARD_COLUMNS}, former_last_fours, created_at, similarity(holder_key, $1) as likeness,
      case when lower(id) = $1 then 0
           when last_four = $1 then 1
           when lower(customer_id) = $1 or ${CUSTOMER_NUMBER} = $1 then 2
           when ctid in (select place from exact) then 3
           when ctid in (select place from begun) then 4
           else ${ALIKE} end as rank
    from indexed_cards
    where ctid = any(array(
      select place from exact union select place from begun union select place from alike
    ))
    order by rank, likeness desc, created_at desc, id
    limit ${RANKED}
  ), transactions as (
    select ${TRANSACTION_COLUMNS} from indexed_transactions
    where ctid = any(array(
      ${placesBeginning("indexed_transactions", "id")}
      union ${placesBeginning("indexed_transactions", "external_id")}
    ))
    order by created_at desc, id
    limit ${TRANSACTIONS}
  )
  select
    (select json_agg(to_jsonb(hits) || jsonb_build_object('customer_cards',
       (select count(*) from indexed_cards c where c.customer_id = hits.customer_id), 'customer_name',
       (select first.cardholder_name ${firstCardOf("hits.customer_id")})))
     from hits) as cards,
    (select json_agg(transactions) from transactions) as transactions
`;

/** Along the column's own index, and no further than needed. */
function placesBeginning(table: string, column: string): string {
  return ["$5", "$6"]
    .map(
      (typed) =>
        `(select ctid as place from ${table} where ${column} ^@ ${typed}::text order by ${column} limit ${RANKED})`,
    )
    .join(" union ");
}

function customersOf(hits: readonly Hit[]): FoundCustomer[] {
  const customers = new Map(
    hits.map((hit) => [
      hit.customer_id,
      { id: hit.customer_id, name: hit.customer_name, cards: Number(hit.customer_cards) },
    ]),
  );
  return [...customers.values()].slice(0, CUSTOMERS);
}
