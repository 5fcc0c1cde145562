import type pg from "pg";
import type { ListQuery } from "@/lib/contract/list";

const SLOT_SECONDS = 300;

/** The page's rows are those older than `before`, after skipping the first `skip`. */
export type PageStart = { count: number; before: Date; skip: number } | { count: number; before: null };

/**
 * Finds a page by summing tallies instead of counting rows: first the day in which the page starts, then the
 * five-minute slot of that day. Only a few rows remain to skip, whatever the size of the list.
 */
export async function findPage(
  db: pg.Pool,
  list: "cards" | "transactions",
  { page, min_created, max_created }: ListQuery,
  pageSize: number,
): Promise<PageStart> {
  const offset = (page - 1) * pageSize;
  const { rows } = await db.query<{ count: string; slot_end: Date | null; passed: string | null }>(
    `with days as materialized (
       select day, total, sum(total) over (order by day desc) - total as passed
       from tally
       where list = $1 and slot = -1 and day >= coalesce($2::date, '-infinity') and day <= coalesce($3::date, 'infinity')
     ), first_day as materialized (
       select day, passed from days where passed <= $4 and passed + total > $4
     ), slots as (
       select t.day, t.slot, t.total, d.passed + sum(t.total) over (order by t.slot desc) - t.total as passed
       from first_day d join tally t on t.list = $1 and t.day = d.day and t.slot >= 0
     )
     select (select coalesce(sum(total), 0) from days) as count, first.slot_end, first.passed
     from (select) one left join (
       select (day + make_interval(secs => (slot + 1) * ${SLOT_SECONDS})) at time zone 'utc' as slot_end, passed
       from slots where passed <= $4 and passed + total > $4
     ) first on true`,
    [list, min_created ?? null, max_created ?? null, offset],
  );
  const [start] = rows;
  const count = Number(start?.count ?? 0);
  if (!start?.slot_end) return { count, before: null };
  return { count, before: start.slot_end, skip: offset - Number(start.passed) };
}

/** Recounts the rows after a bulk load that bypassed the triggers. */
export async function rebuildTally(client: pg.ClientBase, list: "cards" | "transactions"): Promise<void> {
  await client.query("delete from tally where list = $1", [list]);
  await client.query(
    `insert into tally (list, day, slot, total)
     select $1, day, coalesce(slot, -1), count(*)
     from (
       select (created at time zone 'utc')::date as day,
              floor(extract(epoch from (created at time zone 'utc')::time) / ${SLOT_SECONDS})::int as slot
       from ${list}
     ) placed
     group by grouping sets ((day), (day, slot))`,
    [list],
  );
}

export async function countAll(db: pg.Pool, list: "cards" | "transactions"): Promise<number> {
  const { rows } = await db.query<{ total: string }>(
    "select coalesce(sum(total), 0) as total from tally where list = $1 and slot = -1",
    [list],
  );
  return Number(rows[0]?.total ?? 0);
}
