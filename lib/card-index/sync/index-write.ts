import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { storableText } from "@/lib/domain/cards/search-text";

/** When and why records were read from the issuer. */
export type ReadInfo = {
  /** By the database's clock: responses can arrive out of order, and the instances' clocks differ. */
  requestedAt: Date;
  /**
   * own-change: after a change of our own. sync: a plain read, so any difference was made elsewhere. before-change: read
   * by an operation that hasn't changed anything yet.
   */
  source: "own-change" | "sync" | "before-change";
  /** Set for a page of an urgent walk, which marks every record it finds. */
  walk?: number | null;
  /** The page is followed by others, which this reader may not read. */
  hasMore?: boolean;
};

/** The IDs of the records that were new or different. */
export type WriteResult = { added: string[]; changed: string[] };

/** One writer at a time: totals and audit rows are always locked in the same order, so writers can't deadlock. */
export const WRITE_LOCK_KEY = 7_203_116;

/**
 * A new version invalidates the page digests that the sync keeps in memory. A page without a known record leaves the
 * following ones unread until somebody reads on: the next refresh would find this page known, and stop.
 */
export async function bumpVersion(
  client: pg.PoolClient,
  name: "cards" | "transactions",
  { added, changed }: WriteResult,
  isUnreadAfter: boolean,
): Promise<void> {
  if (added.length + changed.length === 0) return;
  await client.query(
    `update index_feeds set version = version + 1,
       unread_walk = case when $2 and (filled_at is not null or walk_page > 1) then walk else unread_walk end
     where name = $1`,
    [name, isUnreadAfter],
  );
}

export async function databaseNow(): Promise<Date> {
  const db = await pool();
  const { rows } = await db.query<{ now: Date }>("select clock_timestamp() as now");
  return rows[0]?.now ?? new Date();
}

/** Removes duplicates and characters that the database can't store. */
export function toStorableRecords<Item extends { id: string }>(items: readonly Item[]): Item[] {
  const records = items.map((item) => {
    const entries = Object.entries(item).map(([name, value]) => [
      name,
      typeof value === "string" ? storableText(value) : value,
    ]);
    return Object.fromEntries(entries) as Item;
  });
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

/** Stands in for a timestamp that can't be parsed, and sorts before all others. */
export const UNREADABLE_TIME = new Date(0);
