import "server-only";
import { pool } from "@/lib/db/database";
import type { Days } from "@/lib/domain/time/calendar";
import { boundsOf } from "@/lib/domain/time/time-zone";
import { cardsList } from "@/lib/lists/cards-list";
import type { SortableColumnId } from "@/lib/lists/list";
import { Conditions } from "@/lib/postgres/conditions";
import { buildCardQuery, type CardQuery, CUSTOMER_NUMBER, fuzzyQuery, prefixCondition } from "./card-query";
import { CARD_COLUMNS, type SearchedCard, type SearchedRow, toSearchedCard } from "./card-row";
import {
  addCursor,
  type Cursor,
  type KeysetPage,
  orderBy,
  parseCursor,
  type Sort,
  sortColumns,
  toPage,
} from "./keyset";

export type CardFilter = Days & {
  text?: string | null | undefined;
  status?: readonly string[] | undefined;
  type?: string | null | undefined;
  design?: string | null | undefined;
  customerId?: string | null | undefined;
};

export type CardSortKey = SortableColumnId<typeof cardsList>;

export type CardPageRequest = Cursor & {
  filter: CardFilter;
  sort: Sort<CardSortKey>;
  limit: number;
};

export type CardPage = KeysetPage<SearchedCard> & {
  /** Nothing matches the text exactly; the rows are similar matches. */
  isFuzzy: boolean;
};

/**
 * For example, the frozen cards of "jorg mul", sorted by name (`worked-examples.test.ts` keeps this true). Of the two
 * parts of the union, the first returns rows for up to 4,000 matches and the second for more:
 *
 * ```sql
 * -- request: { "filter": { "text": "jorg mul", "status": ["FROZEN"] }, "sort": { "by": "holder", "direction": "asc" }, "limit": 50 }
 * with
 *   found as materialized (
 *     (select holder_key,created_at,id from indexed_cards
 *      where (words @@ $2::tsquery and ($3::text is null or strip(words) @@ $3::tsquery)) and true and status = $1
 *      limit 4001)
 *   ),
 *   counted as materialized (select count(*) > 4000 as is_many from found)
 * (select …, former_last_fours, created_at, holder_key::text as sort_value from indexed_cards
 *  where id in (
 *    select id from found where not (select is_many from counted)
 *    order by holder_key asc, created_at asc, id asc limit 51
 *  )
 *  order by holder_key asc, created_at asc, id asc limit 51)
 * union all
 * (select …, former_last_fours, created_at, holder_key::text as sort_value from indexed_cards
 *  where (select is_many from counted)
 *    and ((words @@ $2::tsquery and ($3::text is null or strip(words) @@ $3::tsquery))) and status = $1
 *  order by holder_key asc, created_at asc, id asc limit 51)
 * -- $1 = FROZEN
 * -- $2 = ('jorg') & ('mulder' | 'muller')
 * -- $3 = null
 * ```
 */
export async function listIndexedCards(request: CardPageRequest): Promise<CardPage> {
  const { text } = request.filter;
  if (!text?.trim()) return readPage(request, null);
  const query = await buildCardQuery(text);
  if (!query) return EMPTY_PAGE;
  const page = await readPage(request, query);
  if (page.rows.length > 0 || (await hasAnyMatch(query))) return page;
  const fuzzy = await findFuzzyQuery(query.words);
  if (!fuzzy) return page;
  const similar = await readPage(request, { prefix: fuzzy, postFilter: null, ids: [] });
  return { ...similar, isFuzzy: similar.rows.length > 0 };
}

/** Exact matches only; null if the text is too short to search for. */
export async function matchingCards(filter: CardFilter): Promise<Conditions | null> {
  const conditions = filterConditions(filter);
  if (filter.text?.trim()) {
    const query = await buildCardQuery(filter.text);
    if (!query) return null;
    addText(conditions, query);
  }
  return conditions;
}

/** Counts exact matches only, and stops at `max` + 1. */
export async function countIndexedCards(filter: CardFilter, max: number): Promise<number> {
  const db = await pool();
  const conditions = await matchingCards(filter);
  if (!conditions) return 0;
  const { rows } = await db.query<{ total: string }>(
    `select count(*) as total from (select from indexed_cards where ${conditions} limit ${max + 1}) as counted`,
    conditions.values,
  );
  return Number(rows[0]?.total ?? 0);
}

const EMPTY_PAGE: CardPage = { rows: [], next: null, previous: null, isFuzzy: false };

/** With more matches, an ordered index scan fills a page faster than sorting all matches. */
const MAX_SORTED_MATCHES = 4_000;

type TextQuery = Pick<CardQuery, "prefix" | "postFilter" | "ids">;
type PageRow = SearchedRow & { created_at: Date; sort_value: string };

async function readPage(
  { filter, sort, limit, ...cursor }: CardPageRequest,
  text: TextQuery | null,
): Promise<CardPage> {
  const db = await pool();
  const { column, type } = cardsList.columns[sort.by].sort;
  const start = parseCursor(cursor, { type, direction: sort.direction });
  const conditions = filterConditions(filter);
  addCursor(conditions, start, { column, type });
  const orderAndLimit = `order by ${orderBy(column, start.direction)} limit ${limit + 1}`;
  const pageOf = (condition: string) =>
    `(select ${CARD_COLUMNS}, former_last_fours, created_at, ${column}::text as sort_value
      from indexed_cards where ${condition} ${orderAndLimit})`;
  const { rows } = await db.query<PageRow>(
    text ? pageOfMatches(conditions, text, { column, orderAndLimit, pageOf }) : pageOf(`${conditions}`),
    conditions.values,
  );
  const page = toPage(rows, limit, start);
  return { ...page, rows: page.rows.map((row) => toSearchedCard(row, filter.text ?? "")), isFuzzy: false };
}

/** Everything except the text. */
function filterConditions(filter: CardFilter): Conditions {
  const conditions = new Conditions();
  conditions.addAny("status", filter.status);
  conditions.add("card_type = ?", filter.type);
  conditions.add("card_design = ?", filter.design);
  conditions.add("customer_id = ?", filter.customerId);
  conditions.addBetween("created_at", boundsOf(filter));
  return conditions;
}

type PageQuery = { column: string; orderAndLimit: string; pageOf: (condition: string) => string };

/**
 * Few matches are looked up and sorted; many are found quickly by scanning in sort order. PostgreSQL underestimates the
 * cost of text matching and would always scan, so this query chooses by the actual number of matches.
 */
function pageOfMatches(
  conditions: Conditions,
  text: TextQuery,
  { column, orderAndLimit, pageOf }: PageQuery,
): string {
  const matches = matchConditions(conditions, text);
  // One subquery per condition, without the rows of earlier ones: a single `or` would be rechecked for every row.
  const found = matches.map((match, index) => {
    const isNew = index === 0 ? "true" : `not (${matches.slice(0, index).join(" or ")})`;
    return `(select ${sortColumns(column)} from indexed_cards
             where ${match} and ${isNew} and ${conditions} limit ${MAX_SORTED_MATCHES + 1})`;
  });
  return `
    with found as materialized (${found.join(" union all ")}),
         counted as materialized (select count(*) > ${MAX_SORTED_MATCHES} as is_many from found)
    ${pageOf(`id in (select id from found where not (select is_many from counted) ${orderAndLimit})`)}
    union all
    ${pageOf(`(select is_many from counted) and (${matches.join(" or ")}) and ${conditions}`)}`;
}

export function addText(conditions: Conditions, text: TextQuery): void {
  conditions.and(`(${matchConditions(conditions, text).join(" or ")})`);
}

function matchConditions(conditions: Conditions, { prefix, postFilter, ids }: TextQuery): string[] {
  return [
    `(${prefixCondition(conditions.bind(prefix), conditions.bind(postFilter))})`,
    ...ids
      .map((id) => conditions.bind(id))
      .flatMap((id) => [`id ^@ ${id}`, `customer_id ^@ ${id}`, `${CUSTOMER_NUMBER} = ${id}`]),
  ];
}

async function hasAnyMatch(text: TextQuery): Promise<boolean> {
  const db = await pool();
  const conditions = new Conditions();
  addText(conditions, text);
  const { rowCount } = await db.query(
    `select from indexed_cards where ${conditions} limit 1`,
    conditions.values,
  );
  return Boolean(rowCount);
}

async function findFuzzyQuery(words: readonly string[]): Promise<string | null> {
  const db = await pool();
  const { rows } = await db.query<{ query: string | null }>(`select (${fuzzyQuery("$1")})::text as query`, [
    words,
  ]);
  return rows[0]?.query ?? null;
}
