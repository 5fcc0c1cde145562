import "server-only";
import type pg from "pg";

/** SQL: under which keys the row is claimed, as `k`. One of the version before has none of its folded spelling. */
const keysOf = (row: string) => `lateral (
  select key, occurrence from (values
    (${row}.identity, ${row}.occurrence), (${row}.source, ${row}.source_occurrence),
    (${row}.folded_identity, ${row}.folded_identity_occurrence),
    (${row}.folded_source, ${row}.folded_source_occurrence)
  ) v (key, occurrence) where key is not null and occurrence is not null) k`;

/**
 * Reserves the row in the transaction that begins its operation, so that no other run issues it, now or later: by what
 * it issues, and by what the file says. False if another one has it. A run that tries failed rows again takes them over.
 */
export async function claimRow(client: pg.ClientBase, runId: string, position: number): Promise<boolean> {
  await client.query("savepoint claim");
  const { rows } = await client.query<{ isClaimed: boolean }>(
    `with wanted as (
       select distinct k.key, k.occurrence
       from issue_rows i, ${keysOf("i")}
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

/**
 * SQL: the claim is of a row that failed, and that the run tries again. Also if another run has tried it again since and
 * ended without a card. The issuer's late confirmation counts before it is copied to the run.
 */
export function isRetried(claim: string, runId: string): string {
  return `exists (
    select from runs r join runs failed on r.retry_of in (failed.id, failed.retry_of)
      join run_items f on f.run_id = failed.id
    where r.id = ${runId} and f.run_id = ${claim}.run_id and f.position = ${claim}.position
      and f.state in ('failed', 'canceled')
      and not exists (select from operations o where o.id = f.operation_id and o.state = 'succeeded'))`;
}

/** SQL: the item of `f` ended without a result, and its row wasn't issued by another run since, nor is it about to. */
export const IS_RETRIABLE = `(f.state in ('failed', 'canceled') and not exists (
  select from issue_rows i, ${keysOf("i")}
    join issue_claims c on c.key = k.key and c.occurrence = k.occurrence
    join run_items d on d.run_id = c.run_id and d.position = c.position
  where i.run_id = f.run_id and i.position = f.position and d.run_id <> f.run_id and d.state in ('sent', 'done')))`;

/** SQL: who has the row of the item `i`, a card before one whose outcome isn't known. */
export const ISSUED_BY = `(
  select jsonb_build_object('runId', d.run_id, 'cardId', d.card_id, 'lastFour', x.last_four, 'status', x.status) as by
  from issue_rows w, ${keysOf("w")}
    join issue_claims c on c.key = k.key and c.occurrence = k.occurrence
    join run_items d on d.run_id = c.run_id and d.position = c.position
    left join indexed_cards x on x.id = d.card_id
  where w.run_id = i.run_id and w.position = i.position and d.run_id <> i.run_id
  order by d.state = 'done' desc limit 1
)`;

/**
 * SQL: for the items in `settled` (run_id, position, state, is_doubtful). What ended without a card can be issued by
 * another run, unless that is in doubt. Of an issued card, only its claims stay; a late confirmation takes them back
 * from a run that has tried the row again.
 */
export const SETTLE_ROWS = `
  confirmed as (
    select distinct on (k.key, k.occurrence) k.key, k.occurrence, i.run_id, i.position
    from issue_rows i join settled s on s.run_id = i.run_id and s.position = i.position and s.state = 'done',
      ${keysOf("i")}
    order by k.key, k.occurrence, i.run_id, i.position
  ), unconfirmed as (
    select c.key, c.occurrence, s.state, s.is_doubtful
    from issue_claims c join settled s on s.run_id = c.run_id and s.position = c.position
    where s.state in ('failed', 'canceled') and (c.key, c.occurrence) not in (select key, occurrence from confirmed)
  ), released as (
    delete from issue_claims c using unconfirmed u
    where c.key = u.key and c.occurrence = u.occurrence and not u.is_doubtful and not c.is_in_doubt
  ), left_in_doubt as (
    update issue_claims c set is_in_doubt = true from unconfirmed u
    where c.key = u.key and c.occurrence = u.occurrence and u.state = 'failed' and u.is_doubtful
  ), confirmed_late as (
    insert into issue_claims as c (key, occurrence, run_id, position)
    select key, occurrence, run_id, position from confirmed
    on conflict (key, occurrence) do update set run_id = excluded.run_id, position = excluded.position
      where (c.run_id, c.position) <> (excluded.run_id, excluded.position)
  ), emptied as (
    update issue_rows i set sealed = null from settled s
    where i.run_id = s.run_id and i.position = s.position and s.state = 'done'
  )`;
