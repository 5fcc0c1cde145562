import "server-only";
import { pool } from "@/lib/db/database";
import { inTransaction } from "@/lib/postgres/open-database";
import type { Feed, ListPage } from "./feeds";
import { WRITE_LOCK_KEY } from "./reading";

export type FeedState = {
  walk: number;
  walkPage: number;
  isFilled: boolean;
  known: number;
  total: number | null;
  settledDifference: number | null;
  version: string;
};

type Row = {
  walk: number;
  walk_page: number;
  is_filled: boolean;
  known: string;
  total: string | null;
  settled_difference: string | null;
  version: string;
};

const KNOWN = {
  cards: "(select coalesce(sum(cards), 0) from card_counts)",
  transactions: "(select coalesce(sum(transactions), 0) from transaction_days)",
} as const;

export async function readFeedState({ name }: Feed): Promise<FeedState> {
  const db = await pool();
  const { rows } = await db.query<Row>(
    `select walk, walk_page, filled_at is not null as is_filled, total, settled_difference, version, ${KNOWN[name]} as known
     from index_feeds where name = $1`,
    [name],
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no feed ${name}`);
  return {
    walk: row.walk,
    walkPage: row.walk_page,
    isFilled: row.is_filled,
    known: Number(row.known),
    total: row.total === null ? null : Number(row.total),
    settledDifference: row.settled_difference === null ? null : Number(row.settled_difference),
    version: row.version,
  };
}

/** What the issuer counts in all. It may count the page alone: then nobody knows, unless the page is the only one. */
export function totalOf(page: ListPage<unknown>, pageNumber: number): number | null {
  if (pageNumber === 1 && page.next === null) return page.results.length;
  return page.count > page.results.length ? page.count : null;
}

export async function noteFresh({ name }: Feed, askedAt: Date, total: number | null): Promise<void> {
  const db = await pool();
  await db.query("update index_feeds set fresh_at = greatest(fresh_at, $2), total = $3 where name = $1", [
    name,
    askedAt,
    total,
  ]);
}

/** The next page to read, so that a walk goes on where it stopped. */
export async function noteStep({ name }: Feed, walk: number, nextPage: number): Promise<void> {
  const db = await pool();
  await db.query(
    `update index_feeds set walk_page = $3, walk_begun_at = coalesce(walk_begun_at, now())
     where name = $1 and walk = $2`,
    [name, walk, nextPage],
  );
}

/** Begins again at the first page. */
export async function beginWalk({ name }: Feed, walk: number): Promise<void> {
  const db = await pool();
  await db.query(
    `update index_feeds set walk = walk + 1, walk_page = 1, walk_begun_at = now() where name = $1 and walk = $2`,
    [name, walk],
  );
}

/** Ends a walk that came to the last page. What one that marked all it met has not met is gone; gives how many. */
export async function endWalk(feed: Feed, walk: number, isMarked: boolean): Promise<number> {
  return inTransaction(await pool(), async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [WRITE_LOCK_KEY]);
    const ended = await client.query(
      `update index_feeds set walk = walk + 1, walk_page = 1, walk_begun_at = now(), walked_at = now(),
              filled_at = coalesce(filled_at, now())
       where name = $1 and walk = $2`,
      [feed.name, walk],
    );
    if (!ended.rowCount || !isMarked) return 0;
    const gone = await client.query(`delete from ${feed.table} where walk < $1`, [walk]);
    return gone.rowCount ?? 0;
  });
}

/** A whole walk has left this difference as it was: the issuer counts otherwise than it lists. */
export async function noteSettled({ name }: Feed, difference: number): Promise<void> {
  const db = await pool();
  await db.query("update index_feeds set settled_difference = $2 where name = $1", [name, difference]);
}
