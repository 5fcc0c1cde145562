import "server-only";
import type pg from "pg";

/** Nobody decides about more at once. */
export const MAX_PLANS = 20;

/** SQL, for the table `runs`: never started, and nobody was asked who hasn't answered yet. */
export const IS_LEFT_ALONE = `started_at is null and not exists (
  select from approval_requests a where a.target = runs.id::text and a.finished_at is null
    and a.state in ('waiting', 'approved'))`;

/**
 * A plan can have 10,000 cards, and planning needs no second person. So a person's newest plans replace older ones that
 * were never started, canceled ones included.
 */
export async function deleteOldPlans(client: pg.ClientBase, personId: string): Promise<void> {
  await client.query(
    `with old as (
       select id from runs where person_id = $1 and ${IS_LEFT_ALONE}
       order by created_at desc, id desc offset ${MAX_PLANS} for update skip locked
     ), deleted as (
       delete from runs using old where runs.id = old.id returning runs.id
     )
     delete from issue_rows using deleted where issue_rows.run_id = deleted.id`,
    [personId],
  );
}
