import "server-only";
import { createHash } from "node:crypto";
import type pg from "pg";
import { CreateCardRequest } from "@/lib/contract/create-card";
import { pool } from "@/lib/db/database";
import { rowContext, seal, unseal } from "@/lib/db/seal";

/** A row of a file, ready to be issued. */
export type NewIssueRow = { number: number; request: CreateCardRequest };

/** Locks the rows of a run that is being sent or planned. */
const ROWS_LOCK = 7_203_119;
/** More than anyone sends at once. */
const MAX_UNPLANNED_ROWS = 50_000;

/**
 * Stores rows of a run that isn't planned yet. Sent again, they replace themselves.
 * @param from the position of the first one
 * @returns false if the run is planned, or somebody else's, or too many rows wait to be planned
 */
export async function storeRows(
  client: pg.ClientBase,
  { runId, personId, from }: { runId: string; personId: string; from: number },
  rows: readonly NewIssueRow[],
): Promise<boolean> {
  await lockRows(client, runId);
  const { rows: found } = await client.query<{ isTaken: boolean; waiting: number }>(
    `select exists (select from runs where id = $1)
         or exists (select from issue_rows where run_id = $1 and person_id <> $2) as "isTaken",
       (select count(*)::int from issue_rows i where i.person_id = $2
          and not exists (select from runs r where r.id = i.run_id)) as waiting`,
    [runId, personId],
  );
  if (!found[0] || found[0].isTaken || found[0].waiting > MAX_UNPLANNED_ROWS) return false;
  await client.query(
    `insert into issue_rows (run_id, position, person_id, number, sealed, identity, has_card)
     select $1, t.position, $2, t.number, t.sealed, t.identity, exists (
       select from indexed_cards c
       where c.customer_id = t.customer_id and c.card_type = t.card_type and c.card_name = t.card_name)
     from unnest($3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
       as t (position, number, sealed, identity, customer_id, card_type, card_name)
     on conflict (run_id, position) do update
       set number = excluded.number, sealed = excluded.sealed, identity = excluded.identity, has_card = excluded.has_card`,
    [
      runId,
      personId,
      rows.map((_, index) => from + index),
      rows.map(({ number }) => number),
      rows.map(({ request }, index) => seal(request, contextOf(runId, from + index))),
      rows.map(({ request }) => identityOf(request)),
      rows.map(({ request }) => request.meta.id),
      rows.map(({ request }) => request.cardType),
      rows.map(({ request }) => request.preferredCardName),
    ],
  );
  return true;
}

/** Until the end of the transaction. */
export async function lockRows(client: pg.ClientBase, runId: string): Promise<void> {
  await client.query("select pg_advisory_xact_lock($1, hashtext($2))", [ROWS_LOCK, runId]);
}

/** Null if the row was deleted, or no configured secret can decrypt it. */
export function readRequest(
  runId: string,
  position: number,
  sealed: string | null,
): CreateCardRequest | null {
  if (sealed === null) return null;
  return CreateCardRequest.safeParse(unseal(sealed, contextOf(runId, position))).data ?? null;
}

export async function readStoredRequest(runId: string, position: number): Promise<CreateCardRequest | null> {
  const { rows } = await (await pool()).query<{ sealed: string | null }>(
    "select sealed from issue_rows where run_id = $1 and position = $2",
    [runId, position],
  );
  return readRequest(runId, position, rows[0]?.sealed ?? null);
}

/** Those that can still be read. */
export async function readFailedRows(runId: string): Promise<NewIssueRow[]> {
  const { rows } = await (await pool()).query<{ position: number; number: number; sealed: string | null }>(
    `select n.position, n.number, n.sealed from run_items i join issue_rows n using (run_id, position)
     where i.run_id = $1 and i.state = 'failed' order by n.position`,
    [runId],
  );
  return rows.flatMap(({ position, number, sealed }) => {
    const request = readRequest(runId, position, sealed);
    return request ? [{ number, request }] : [];
  });
}

function contextOf(runId: string, position: number): string {
  return rowContext("issue_rows.sealed", runId, position);
}

/** The index has these values in plain text, so the hash needs no key, and survives a change of the secret. */
function identityOf({ meta, cardType, preferredCardName }: CreateCardRequest): string {
  const traits = [meta.id.trim(), cardType, preferredCardName.trim()];
  return createHash("sha256").update(JSON.stringify(traits)).digest("hex");
}
