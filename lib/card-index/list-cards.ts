import "server-only";
import { pool } from "@/lib/db/database";
import type { Days } from "@/lib/domain/calendar";
import { boundsOf } from "@/lib/domain/time-zone";
import { Conditions } from "@/lib/postgres/conditions";
import { alikeQuery, beginsAs, type CardQuery, CUSTOMER_NUMBER, cardQuery } from "./card-query";
import { CARD_COLUMNS, type SearchedCard, type SearchedRow, toSearchedCard } from "./card-row";
import {
  addCursor,
  type KeysetPage,
  keys,
  orderBy,
  type Place,
  readPlace,
  type Sort,
  toPage,
} from "./keyset";

export type CardFilter = Days & {
  text?: string | null | undefined;
  status?: readonly string[] | undefined;
  type?: string | null | undefined;
  design?: string | null | undefined;
  customerId?: string | null | undefined;
};

const SORT_COLUMNS = {
  created: "created_at",
  holder: "holder_key",
  customer: "customer_id",
  card: "last_four",
  type: "card_type",
  design: "card_design",
  status: "status",
} as const;

export type CardSortKey = keyof typeof SORT_COLUMNS;

export type CardPageRequest = Place & {
  filter: CardFilter;
  sort: Sort<CardSortKey>;
  limit: number;
};

export type CardPage = KeysetPage<SearchedCard> & {
  /** Nothing matches the text as it was typed: these are alike. */
  isAlike: boolean;
};

/** A page of cards by any filter, sorted by any column. */
export async function listIndexedCards(request: CardPageRequest): Promise<CardPage> {
  const { text } = request.filter;
  if (!text?.trim()) return readPage(request, null);
  const query = await cardQuery(text);
  if (!query) return NOTHING;
  const page = await readPage(request, query);
  if (page.rows.length > 0 || (await anyMatches(query))) return page;
  const alike = await findAlike(query.words);
  if (!alike) return page;
  const similar = await readPage(request, { prefix: alike, sift: null, ids: [] });
  return { ...similar, isAlike: similar.rows.length > 0 };
}

/** How many the filter lets through and match the text as it was typed, up to one more than `most`. */
export async function countIndexedCards(filter: CardFilter, most: number): Promise<number> {
  const db = await pool();
  const conditions = filterConditions(filter);
  if (filter.text?.trim()) {
    const query = await cardQuery(filter.text);
    if (!query) return 0;
    addText(conditions, query);
  }
  const { rows } = await db.query<{ total: string }>(
    `select count(*) as total from (select from indexed_cards where ${conditions} limit ${most + 1}) as counted`,
    conditions.values,
  );
  return Number(rows[0]?.total ?? 0);
}

const NOTHING: CardPage = { rows: [], next: null, previous: null, isAlike: false };

/** A walk meets a page of rows among a million sooner than so many are fetched and sorted. */
const FEW = 4_000;

type TextQuery = Pick<CardQuery, "prefix" | "sift" | "ids">;
type PageRow = SearchedRow & { created_at: Date; sort_value: string };

async function readPage(
  { filter, sort, limit, ...place }: CardPageRequest,
  text: TextQuery | null,
): Promise<CardPage> {
  const db = await pool();
  const column = SORT_COLUMNS[sort.by];
  const start = readPlace(place, { type: "text", direction: sort.direction });
  const conditions = filterConditions(filter);
  addCursor(conditions, start, { column, type: "text" });
  const inOrder = `order by ${orderBy(column, start.direction)} limit ${limit + 1}`;
  const pageOf = (condition: string) =>
    `(select ${CARD_COLUMNS}, former_last_fours, created_at, ${column}::text as sort_value
      from indexed_cards where ${condition} ${inOrder})`;
  const { rows } = await db.query<PageRow>(
    text ? amongFound(conditions, text, { column, inOrder, pageOf }) : pageOf(`${conditions}`),
    conditions.values,
  );
  const page = toPage(rows, limit, start);
  return { ...page, rows: page.rows.map((row) => toSearchedCard(row, filter.text ?? "")), isAlike: false };
}

/** All of the filter but its text. */
function filterConditions(filter: CardFilter): Conditions {
  const conditions = new Conditions();
  conditions.addAny("status", filter.status);
  conditions.add("card_type = ?", filter.type);
  conditions.add("card_design = ?", filter.design);
  conditions.add("customer_id = ?", filter.customerId);
  conditions.addBetween("created_at", boundsOf(filter));
  return conditions;
}

type PageQuery = { column: string; inOrder: string; pageOf: (condition: string) => string };

/**
 * Few that match are looked up and sorted; many are met soon on a walk in the order that was asked for. PostgreSQL
 * takes matching a text for cheap and would walk for both, so the choice is made here, by what there is.
 */
function amongFound(conditions: Conditions, text: TextQuery, { column, inOrder, pageOf }: PageQuery): string {
  const ways = waysToMatch(conditions, text);
  // Each way by itself, and what no earlier one found: together they would be asked of every row once more.
  const found = ways.map((way, index) => {
    const isNew = index === 0 ? "true" : `not (${ways.slice(0, index).join(" or ")})`;
    return `(select ${keys(column)} from indexed_cards
             where ${way} and ${isNew} and ${conditions} limit ${FEW + 1})`;
  });
  return `
    with found as materialized (${found.join(" union all ")}),
         counted as materialized (select count(*) > ${FEW} as is_many from found)
    ${pageOf(`id in (select id from found where not (select is_many from counted) ${inOrder})`)}
    union all
    ${pageOf(`(select is_many from counted) and (${ways.join(" or ")}) and ${conditions}`)}`;
}

/** Cards that are found by this text, by a name or an id. */
export function addText(conditions: Conditions, text: TextQuery): void {
  conditions.and(`(${waysToMatch(conditions, text).join(" or ")})`);
}

function waysToMatch(conditions: Conditions, { prefix, sift, ids }: TextQuery): string[] {
  return [
    `(${beginsAs(conditions.bind(prefix), conditions.bind(sift))})`,
    ...ids
      .map((id) => conditions.bind(id))
      .flatMap((id) => [`id ^@ ${id}`, `customer_id ^@ ${id}`, `${CUSTOMER_NUMBER} = ${id}`]),
  ];
}

async function anyMatches(text: TextQuery): Promise<boolean> {
  const db = await pool();
  const conditions = new Conditions();
  addText(conditions, text);
  const { rowCount } = await db.query(
    `select from indexed_cards where ${conditions} limit 1`,
    conditions.values,
  );
  return Boolean(rowCount);
}

/** The query over known words that are alike; null when some word has none. */
async function findAlike(words: readonly string[]): Promise<string | null> {
  const db = await pool();
  const { rows } = await db.query<{ query: string | null }>(`select (${alikeQuery("$1")})::text as query`, [
    words,
  ]);
  return rows[0]?.query ?? null;
}
