import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import type { IssuerFailure } from "@/lib/issuer/failure";
import { inTransaction } from "@/lib/postgres/open-database";
import { WRITE_LOCK_KEY } from "./index-write";
import type { SyncedList } from "./synced-lists";

/** How many missing records are read individually. */
const SAMPLE_SIZE = 10;

export type RemovalResult =
  /** `retained` records are missing from the list, but may still exist. */
  { removed: number; retained: number } | { failure: IssuerFailure };

type RemovalPolicy = { missingSince: Date | null; gracePeriodMs: number; throttle(): Promise<void> };

/**
 * The issuer's list may be incomplete, so a sample of the missing records is read individually. All of them are removed
 * only if the whole sample is gone. Records that can't be read individually are removed after `gracePeriodMs`.
 */
export async function removeMissing(
  list: SyncedList,
  walk: number,
  policy: RemovalPolicy,
): Promise<RemovalResult> {
  const { total, sample } = await findMissing(list, walk);
  if (total === 0) return { removed: 0, retained: 0 };
  if (!list.isGone) {
    const isOver = policy.gracePeriodMs === 0 || ageMs(policy.missingSince) >= policy.gracePeriodMs;
    return isOver ? toResult(total, await removeRecords(list, walk, null)) : { removed: 0, retained: total };
  }
  const gone: string[] = [];
  for (const id of sample) {
    await policy.throttle();
    const checked = await list.isGone(id);
    if ("failure" in checked) return checked;
    if (checked.isGone) gone.push(id);
  }
  return toResult(total, await removeRecords(list, walk, gone.length === sample.length ? null : gone));
}

function toResult(total: number, removed: number): RemovalResult {
  return { removed, retained: total - removed };
}

function ageMs(since: Date | null): number {
  return since ? Date.now() - since.getTime() : 0;
}

/** The sample is evenly spread over the missing records. */
async function findMissing(list: SyncedList, walk: number): Promise<{ total: number; sample: string[] }> {
  const db = await pool();
  const { rows } = await db.query<{ id: string; total: string }>(
    `select id, total from (
       select id, row_number() over (order by id) - 1 as row_index, count(*) over () as total
       from ${list.table} where walk < $1
     ) missing
     where row_index % greatest(total / ${SAMPLE_SIZE}, 1) = 0 limit ${SAMPLE_SIZE}`,
    [walk],
  );
  return { total: Number(rows[0]?.total ?? 0), sample: rows.map(({ id }) => id) };
}

/** Removes these records, or all missing ones. A card's history is kept in `departed_cards`. */
async function removeRecords(list: SyncedList, walk: number, ids: readonly string[] | null): Promise<number> {
  return inTransaction(await pool(), async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [WRITE_LOCK_KEY]);
    const which = "walk < $1 and ($2::text[] is null or id = any($2))";
    if (list.table === "indexed_cards") await keepDeparted(client, which, [walk, ids]);
    const { rowCount } = await client.query(`delete from ${list.table} where ${which}`, [walk, ids]);
    return rowCount ?? 0;
  });
}

/** What a card that comes back is shown with. */
export async function keepDeparted(
  client: pg.PoolClient,
  which: string,
  values: readonly unknown[],
): Promise<void> {
  await client.query(
    `insert into departed_cards (id, status, status_since, first_seen_at, former_last_fours)
     select id, status, status_since, first_seen_at, former_last_fours from indexed_cards where ${which}
     on conflict (id) do update set status = excluded.status, status_since = excluded.status_since,
       first_seen_at = excluded.first_seen_at, former_last_fours = excluded.former_last_fours,
       gone_at = excluded.gone_at`,
    [...values],
  );
}
