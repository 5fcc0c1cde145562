import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { inTransaction } from "@/lib/postgres/open-database";

const RUNS_AT_ONCE = 20;

/**
 * Counts the items of runs that are over, so that a list of runs doesn't. Those of an earlier version have no counts,
 * and a late outcome makes them void (migration 056).
 */
export async function countEndedRuns(): Promise<void> {
  const { rows } = await (await pool()).query<{ id: string }>(
    `select id from runs where finished_at is not null and counts is null order by finished_at desc
     limit ${RUNS_AT_ONCE}`,
  );
  for (const { id } of rows)
    await inTransaction(await pool(), async (client) => {
      // Locked before the items are read, as the trigger does: a change of one waits, and is counted or makes it void.
      const { rowCount } = await client.query(
        "select from runs where id = $1 and finished_at is not null and counts is null for no key update skip locked",
        [id],
      );
      if (rowCount) await storeCounts(client, id);
    });
}

/** For a run that the transaction has locked. */
export async function storeCounts(client: pg.ClientBase, runId: string): Promise<void> {
  await client.query(
    `update runs r set (counts, changed) = (select counts, changed from ${countedItems()} c) where r.id = $1`,
    [runId],
  );
}

/** SQL: the items of the run `r` by state, and how many of them it changed. */
export const countedItems = (condition = "true"): string => `(
  select coalesce(jsonb_object_agg(state, count), '{}') as counts, coalesce(sum(changed), 0)::int as changed
  from (
    select state, count(*) as count, count(*) filter (where is_changed) as changed
    from run_items i where i.run_id = r.id and ${condition} group by state
  ) by_state
)`;
