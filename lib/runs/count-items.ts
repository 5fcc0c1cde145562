import "server-only";
import type pg from "pg";
import { ITEM_STATES, type ItemState, type RunCounts } from "@/lib/domain/runs/run";

export async function countItems(db: pg.Pool | pg.ClientBase, runId: string): Promise<RunCounts> {
  const { rows } = await db.query<{ state: ItemState; count: number }>(
    "select state, count(*)::int as count from run_items where run_id = $1 group by state",
    [runId],
  );
  return toCounts(new Map(rows.map(({ state, count }) => [state, count])));
}

/** The sum of all states is always the number of cards. */
export function toCounts(found: ReadonlyMap<ItemState, number>): RunCounts {
  const states = Object.keys(ITEM_STATES) as ItemState[];
  const counts = Object.fromEntries(states.map((state) => [state, found.get(state) ?? 0])) as Record<
    ItemState,
    number
  >;
  return { ...counts, total: states.reduce((sum, state) => sum + counts[state], 0) };
}
