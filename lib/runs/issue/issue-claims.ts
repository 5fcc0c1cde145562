import "server-only";
import type pg from "pg";

/**
 * Reserves the row in the transaction that begins its operation, so that no other run issues it, now or later: by what
 * it issues, and by what the file says. False if another one has it. A run that tries failed rows again takes them over.
 */
export async function claimRow(client: pg.ClientBase, runId: string, position: number): Promise<boolean> {
  await client.query("savepoint claim");
  const { rows } = await client.query<{ isClaimed: boolean }>(
    `with wanted as (
       select distinct k.key, k.occurrence
       from issue_rows i, lateral (values (i.identity, i.occurrence), (i.source, i.source_occurrence)) k (key, occurrence)
       where i.run_id = $1 and i.position = $2
     ), claimed as (
       insert into issue_claims as c (key, occurrence, run_id, position)
       select key, occurrence, $1, $2 from wanted order by key
       on conflict (key, occurrence) do update set run_id = excluded.run_id, position = excluded.position
         where (c.run_id = excluded.run_id and c.position = excluded.position) or ${isRetried("c", "excluded.run_id")}
       returning 1
     )
     select (select count(*) from wanted) = (select count(*) from claimed) as "isClaimed"`,
    [runId, position],
  );
  if (rows[0]?.isClaimed) return true;
  await client.query("rollback to savepoint claim");
  return false;
}

/** SQL: the claim is of a row that failed, and that the run tries again. */
export function isRetried(claim: string, runId: string): string {
  return `exists (
    select from runs r join run_items f on f.run_id = r.retry_of
    where r.id = ${runId} and f.run_id = ${claim}.run_id and f.position = ${claim}.position and f.state = 'failed')`;
}

/**
 * SQL: for the items in `settled` (run_id, position, state, is_doubtful). What ended without a card can be issued by
 * another run, unless that is in doubt. Of an issued card, only its claims stay.
 */
export const SETTLE_ROWS = `
  released as (
    delete from issue_claims c using settled s
    where c.run_id = s.run_id and c.position = s.position and s.state in ('failed', 'canceled') and not s.is_doubtful
  ), confirmed_late as (
    insert into issue_claims (key, occurrence, run_id, position)
    select k.key, k.occurrence, i.run_id, i.position
    from issue_rows i join settled s on s.run_id = i.run_id and s.position = i.position and s.state = 'done',
      lateral (values (i.identity, i.occurrence), (i.source, i.source_occurrence)) k (key, occurrence)
    on conflict do nothing
  ), emptied as (
    update issue_rows i set sealed = null from settled s
    where i.run_id = s.run_id and i.position = s.position and s.state = 'done'
  )`;
