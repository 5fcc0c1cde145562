import "server-only";
import type { IssuerPage } from "@/lib/contract/list";
import { pool } from "@/lib/db/database";
import type { SyncedList } from "./feeds";

export type SyncState = {
  walk: number;
  walkPage: number;
  isFilled: boolean;
  known: number;
  total: number | null;
  settledDifference: number | null;
  /** How many known records the list lacked at the end of the last marked walk, and since when. */
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
  missing: string;
  missing_since: Date | null;
  version: string;
};

const KNOWN = {
  cards: "(select coalesce(sum(cards), 0) from card_counts)",
  transactions: "(select coalesce(sum(transactions), 0) from transaction_days)",
} as const;

export async function readSyncState({ name }: SyncedList): Promise<SyncState> {
  const db = await pool();
  const { rows } = await db.query<Row>(
    `select walk, walk_page, filled_at is not null as is_filled, total, settled_difference, missing, missing_since, version, ${KNOWN[name]} as known
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
    missing: Number(row.missing),
    missingSince: row.missing_since,
    version: row.version,
  };
}

/** What the issuer counts in all. It may count the page alone: then nobody knows, unless the page is the only one. */
export function totalOf(page: IssuerPage<unknown>, pageNumber: number): number | null {
  if (pageNumber === 1 && page.next === null) return page.results.length;
  return page.count > page.results.length ? page.count : null;
}

export async function recordRefresh({ name }: SyncedList, requestedAt: Date, total: number | null): Promise<void> {
  const db = await pool();
  await db.query("update index_feeds set fresh_at = greatest(fresh_at, $2), total = $3 where name = $1", [
    name,
    requestedAt,
    total,
  ]);
}

/** The next page to read, so that a walk goes on where it stopped. A walk begins when its first page is asked for. */
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

/** Begins again at the first page. */
export async function startWalk({ name }: SyncedList, walk: number): Promise<void> {
  const db = await pool();
  await db.query(
    `update index_feeds set walk = walk + 1, walk_page = 1, walk_begun_at = null where name = $1 and walk = $2`,
    [name, walk],
  );
}

type EndedWalk = {
  walk: number;
  /** When its last page was asked for. */
  requestedAt: Date;
  /** Known records that it has not met and that are kept; null when it did not mark what it met. */
  missing: number | null;
};

/** Ends a walk that came to the last page. One that lacks nothing has verified everything as of its beginning. */
export async function finishWalk(feed: SyncedList, { walk, requestedAt, missing }: EndedWalk): Promise<void> {
  const db = await pool();
  const isWhole = `coalesce($4, missing) = 0 and coalesce(${KNOWN[feed.name]} - total in (0, settled_difference), true)`;
  await db.query(
    `update index_feeds set
       walk = walk + 1, walk_page = 1, walk_begun_at = null, filled_at = coalesce(filled_at, now()),
       verified_at = case when ${isWhole} then ${BEGUN_AT} else verified_at end,
       missing = coalesce($4, missing),
       missing_since = case when coalesce($4, missing) > 0 then coalesce(missing_since, now()) end
     where name = $1 and walk = $2`,
    [feed.name, walk, requestedAt, missing],
  );
}

/** A whole walk has left this difference as it was: the issuer counts otherwise than it lists. */
export async function acceptDifference({ name }: SyncedList, difference: number): Promise<void> {
  const db = await pool();
  await db.query("update index_feeds set settled_difference = $2 where name = $1", [name, difference]);
}
