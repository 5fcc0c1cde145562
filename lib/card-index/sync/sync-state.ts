import "server-only";
import type { IssuerPage } from "@/lib/contract/list";
import { pool } from "@/lib/db/database";
import type { SyncedList } from "./synced-lists";

export type SyncState = {
  walk: number;
  walkPage: number;
  isFilled: boolean;
  known: number;
  total: number | null;
  settledDifference: number | null;
  /** The walk during which it was found that pages weren't read; null once a later one has read all of them. */
  unreadWalk: number | null;
  /** How many known records the last urgent walk did not find, and since when. */
  missing: number;
  missingSince: Date | null;
  version: string;
};

type Row = {
  walk: number;
  walk_page: number;
  is_filled: boolean;
  known: string;
  total: string | null;
  settled_difference: string | null;
  unread_walk: number | null;
  missing: string;
  missing_since: Date | null;
  version: string;
};

const KNOWN_COUNT_SQL = {
  cards: "(select coalesce(sum(cards), 0) from card_counts)",
  transactions: "(select coalesce(sum(transactions), 0) from transaction_days)",
} as const;

export async function readSyncState({ name }: SyncedList): Promise<SyncState> {
  const db = await pool();
  const { rows } = await db.query<Row>(
    `select walk, walk_page, filled_at is not null as is_filled, total, settled_difference, unread_walk, missing, missing_since,
            version, ${KNOWN_COUNT_SQL[name]} as known
     from index_feeds where name = $1`,
    [name],
  );
  const [row] = rows;
  if (!row) throw new Error(`index_feeds has no row for ${name}`);
  return {
    walk: row.walk,
    walkPage: row.walk_page,
    isFilled: row.is_filled,
    known: Number(row.known),
    total: row.total === null ? null : Number(row.total),
    settledDifference: row.settled_difference === null ? null : Number(row.settled_difference),
    unreadWalk: row.unread_walk,
    missing: Number(row.missing),
    missingSince: row.missing_since,
    version: row.version,
  };
}

/** An issuer may return the count of the page instead of the total: then the total is known only for a single page. */
export function issuerTotal(page: IssuerPage<unknown>, pageNumber: number): number | null {
  if (pageNumber === 1 && page.next === null) return page.results.length;
  return page.count > page.results.length ? page.count : null;
}

type FinishedRefresh = {
  requestedAt: Date;
  total: number | null;
  /** Pages with new records follow that it didn't read. */
  isUnreadAfter: boolean;
  /** The version if nobody else has written; null if something was unread before. */
  ownVersion: bigint | null;
};

/** What its own pages left unread, the following ones have read. Whatever another reader left unread stays so. */
export async function recordRefresh(
  { name }: SyncedList,
  { requestedAt, total, isUnreadAfter, ownVersion }: FinishedRefresh,
): Promise<void> {
  const db = await pool();
  await db.query(
    `update index_feeds set fresh_at = greatest(fresh_at, $2), total = $3,
       unread_walk = case when $4 then walk when version = $5 then null else unread_walk end
     where name = $1`,
    [name, requestedAt, total, isUnreadAfter, ownVersion],
  );
}

/** Saves the next page, so that another process can continue the walk. A walk starts when its first page is requested. */
export async function recordPageRead(
  { name }: SyncedList,
  { walk, requestedAt, nextPage }: { walk: number; requestedAt: Date; nextPage: number },
): Promise<void> {
  const db = await pool();
  await db.query(
    `update index_feeds set walk_page = $4, walk_begun_at = ${BEGUN_AT} where name = $1 and walk = $2`,
    [name, walk, requestedAt, nextPage],
  );
}

const BEGUN_AT = "case when walk_page = 1 then $3 else walk_begun_at end";

export async function startWalk({ name }: SyncedList, walk: number): Promise<void> {
  const db = await pool();
  await db.query(
    `update index_feeds set walk = walk + 1, walk_page = 1, walk_begun_at = null where name = $1 and walk = $2`,
    [name, walk],
  );
}

type FinishedWalk = {
  walk: number;
  /** When its last page was requested. */
  requestedAt: Date;
  /** Known records that it didn't find and that are kept; null if the walk was not urgent and marked no records. */
  missing: number | null;
};

/** A walk without missing records has verified all records as of its start. */
export async function finishWalk(
  list: SyncedList,
  { walk, requestedAt, missing }: FinishedWalk,
): Promise<void> {
  const db = await pool();
  const isComplete = `coalesce($4, missing) = 0 and coalesce(${KNOWN_COUNT_SQL[list.name]} - total in (0, settled_difference), true)`;
  await db.query(
    `update index_feeds set
       walk = walk + 1, walk_page = 1, walk_begun_at = null, filled_at = coalesce(filled_at, now()),
       verified_at = case when ${isComplete} then ${BEGUN_AT} else verified_at end,
       unread_walk = case when unread_walk = walk then walk end,
       missing = coalesce($4, missing),
       missing_since = case when coalesce($4, missing) > 0 then coalesce(missing_since, now()) end
     where name = $1 and walk = $2`,
    [list.name, walk, requestedAt, missing],
  );
}

/** A full walk didn't remove this difference: the issuer's count doesn't match its own list. */
export async function acceptDifference({ name }: SyncedList, difference: number): Promise<void> {
  const db = await pool();
  await db.query("update index_feeds set settled_difference = $2 where name = $1", [name, difference]);
}
