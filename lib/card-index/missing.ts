import "server-only";
import { pool } from "@/lib/db/database";
import type { IssuerFailure } from "@/lib/issuer/failure";
import { inTransaction } from "@/lib/postgres/open-database";
import type { SyncedList } from "./feeds";
import { WRITE_LOCK_KEY } from "./reading";

/** How many of the records that a list lacks are asked for one by one. */
const SAMPLED = 10;

/** What became of the records that a walk has not met. */
export type RemovalResult =
  /** `removed` are gone, `kept` may be there: the list is not to be believed. */
  { removed: number; kept: number } | { failure: IssuerFailure };

type Doubt = { missingSince: Date | null; gracePeriodMs: number; pace(): Promise<void> };

/**
 * A list that lacks known records may be wrong. Some of them are asked for one by one: only when the issuer has
 * none of these either, all are removed. Records that cannot be asked for must have been missing for `gracePeriodMs`.
 */
export async function removeMissing(feed: SyncedList, walk: number, doubt: Doubt): Promise<RemovalResult> {
  const { total, sample } = await findMissing(feed, walk);
  if (total === 0) return { removed: 0, kept: 0 };
  if (!feed.isGone) {
    const isBelieved = doubt.gracePeriodMs === 0 || ageMs(doubt.missingSince) >= doubt.gracePeriodMs;
    return isBelieved ? settle(total, await remove(feed, walk, null)) : { removed: 0, kept: total };
  }
  const gone: string[] = [];
  for (const id of sample) {
    await doubt.pace();
    const asked = await feed.isGone(id);
    if ("failure" in asked) return asked;
    if (asked.isGone) gone.push(id);
  }
  return settle(total, await remove(feed, walk, gone.length === sample.length ? null : gone));
}

function settle(total: number, removed: number): RemovalResult {
  return { removed, kept: total - removed };
}

function ageMs(since: Date | null): number {
  return since ? Date.now() - since.getTime() : 0;
}

/** How many records the walk has not met, and some of them, evenly spread. */
async function findMissing(feed: SyncedList, walk: number): Promise<{ total: number; sample: string[] }> {
  const db = await pool();
  const { rows } = await db.query<{ id: string; total: string }>(
    `select id, total from (
       select id, row_number() over (order by id) - 1 as place, count(*) over () as total
       from ${feed.table} where walk < $1
     ) missing
     where place % greatest(total / ${SAMPLED}, 1) = 0 limit ${SAMPLED}`,
    [walk],
  );
  return { total: Number(rows[0]?.total ?? 0), sample: rows.map(({ id }) => id) };
}

/** Removes these records, or all that the walk has not met. What is known of a card beyond the list is kept. */
async function remove(feed: SyncedList, walk: number, ids: readonly string[] | null): Promise<number> {
  return inTransaction(await pool(), async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [WRITE_LOCK_KEY]);
    const which = "walk < $1 and ($2::text[] is null or id = any($2))";
    if (feed.table === "indexed_cards") {
      await client.query(
        `insert into departed_cards (id, status, status_since, first_seen_at, former_last_fours)
         select id, status, status_since, first_seen_at, former_last_fours from indexed_cards where ${which}
         on conflict (id) do update set status = excluded.status, status_since = excluded.status_since,
           first_seen_at = excluded.first_seen_at, former_last_fours = excluded.former_last_fours,
           gone_at = excluded.gone_at`,
        [walk, ids],
      );
    }
    const { rowCount } = await client.query(`delete from ${feed.table} where ${which}`, [walk, ids]);
    return rowCount ?? 0;
  });
}
