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

/** What ended without a card can be issued by another run. Claims of cards that were confirmed late come back. */
export async function settleClaims(client: pg.Pool | pg.ClientBase, runId: string | null): Promise<void> {
  await client.query(
    `delete from issue_claims c using run_items i
     where i.run_id = c.run_id and i.position = c.position and i.state in ('failed', 'canceled')
       and ($1::uuid is null or c.run_id = $1)`,
    [runId],
  );
}
