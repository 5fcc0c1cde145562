import "server-only";
import type pg from "pg";

/**
 * Reserves the row's identity in the transaction that begins its operation, so that no other run issues it, now or
 * later. False if another one has it.
 */
export async function claimRow(client: pg.ClientBase, runId: string, position: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into issue_claims as c (identity, occurrence, run_id, position)
     select identity, occurrence, run_id, position from issue_rows where run_id = $1 and position = $2
     on conflict (identity, occurrence) do update set position = excluded.position
       where c.run_id = excluded.run_id and c.position = excluded.position`,
    [runId, position],
  );
  return Boolean(rowCount);
}

/**
 * SQL: for the items in `settled` (run_id, position, state). What ended without a card can be issued by another run;
 * of an issued card, only its claim stays.
 */
export const SETTLE_ROWS = `
  released as (
    delete from issue_claims c using settled s
    where c.run_id = s.run_id and c.position = s.position and s.state in ('failed', 'canceled')
  ), confirmed_late as (
    insert into issue_claims (identity, occurrence, run_id, position)
    select i.identity, i.occurrence, i.run_id, i.position
    from issue_rows i join settled s on s.run_id = i.run_id and s.position = i.position and s.state = 'done'
    on conflict do nothing
  ), emptied as (
    update issue_rows i set sealed = null from settled s
    where i.run_id = s.run_id and i.position = s.position and s.state = 'done'
  )`;
