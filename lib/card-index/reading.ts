import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { storableText } from "@/lib/domain/search-text";

/** What the issuer said, and how we came to ask. */
export type ReadInfo = {
  /** When it was asked, by the database's clock: answers may overtake each other, and dashboards' clocks differ. */
  requestedAt: Date;
  /**
   * own: the answer to a change of ours. feed: found by reading, so that whatever differs happened elsewhere.
   * before: read by an operation that has changed nothing yet.
   */
  source: "own" | "feed" | "before";
  /** The walk that must meet every record, of which this is a part. */
  walk?: number | null;
};

/** What a reading brought: ids of records that we did not know, and of those that differ from what we knew. */
export type WriteResult = { added: string[]; changed: string[] };

/** Writers come one after the other: sums and audit rows are then written in one order, and none waits for two. */
export const WRITE_LOCK_KEY = 7_203_116;

/** That something in the index is another now: what a feeder remembers of pages no longer holds. */
export async function bumpVersion(
  client: pg.PoolClient,
  name: "cards" | "transactions",
  { added, changed }: WriteResult,
): Promise<void> {
  if (added.length + changed.length === 0) return;
  await client.query("update index_feeds set version = version + 1 where name = $1", [name]);
}

export async function databaseNow(): Promise<Date> {
  const db = await pool();
  const { rows } = await db.query<{ now: Date }>("select clock_timestamp() as now");
  return rows[0]?.now ?? new Date();
}

/** Each record once, its texts as the database can hold them. */
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

/** A moment that the issuer wrote in a way nobody can read sorts before all others. */
export const UNREADABLE_TIME = new Date(0);
