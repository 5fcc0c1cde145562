import "server-only";
import { createHash } from "node:crypto";
import type pg from "pg";
import { CreateCardRequest } from "@/lib/contract/create-card";
import { pool } from "@/lib/db/database";
import { sign } from "@/lib/db/keys";
import { rowContext, seal, unseal } from "@/lib/db/seal";
import type { IssueCells } from "@/lib/domain/issue-rows/read-rows";
import { canonicalJson } from "@/lib/domain/text/canonical-json";

/** A row of a file, ready to be issued. */
export type NewIssueRow = {
  number: number;
  request: CreateCardRequest;
  /** The row's own cells, without the values for all rows. */
  cells: IssueCells;
};

/** Of a run whose rows are tried again; they stay the same rows. */
export type FailedRow = Pick<NewIssueRow, "number" | "request"> & RowKeys;

type RowKeys = { identity: string; occurrence: number; source: string; sourceOccurrence: number };

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
  rows: readonly (NewIssueRow | FailedRow)[],
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
    `insert into issue_rows (run_id, position, person_id, number, sealed, identity, source, occurrence,
       source_occurrence, has_card)
     select $1, t.position, $2, t.number, t.sealed, t.identity, t.source, t.occurrence, t.source_occurrence, exists (
       select from indexed_cards c
       where c.customer_id = t.customer_id and c.card_type = t.card_type and c.card_name = t.card_name)
     from unnest($3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::int[], $9::int[], $10::text[],
         $11::text[], $12::text[])
       as t (position, number, sealed, identity, source, occurrence, source_occurrence, customer_id, card_type, card_name)
     on conflict (run_id, position) do update
       set number = excluded.number, sealed = excluded.sealed, identity = excluded.identity, source = excluded.source,
           occurrence = excluded.occurrence, source_occurrence = excluded.source_occurrence,
           has_card = excluded.has_card`,
    [
      runId,
      personId,
      rows.map((_, index) => from + index),
      rows.map(({ number }) => number),
      rows.map(({ request }, index) => seal(request, contextOf(runId, from + index))),
      rows.map((row) => ("identity" in row ? row.identity : identityOf(row.request))),
      rows.map((row) => ("source" in row ? row.source : sourceOf(row))),
      rows.map((row) => ("occurrence" in row ? row.occurrence : null)),
      rows.map((row) => ("sourceOccurrence" in row ? row.sourceOccurrence : null)),
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

type FailedRowFields = RowKeys & { position: number; number: number; sealed: string | null };

/** Null for each that can't be read anymore. */
export async function readFailedRows(runId: string): Promise<(FailedRow | null)[]> {
  const { rows } = await (await pool()).query<FailedRowFields>(
    `select n.position, n.number, n.sealed, n.identity, n.occurrence, n.source,
            n.source_occurrence as "sourceOccurrence"
     from run_items i join issue_rows n using (run_id, position)
     where i.run_id = $1 and i.state = 'failed' order by n.position`,
    [runId],
  );
  return rows.map(({ position, sealed, ...row }) => {
    const request = readRequest(runId, position, sealed);
    return request && { ...row, request };
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

/**
 * Two people who send the same file with other values for all rows mean the same cards. Keyed, because it is about
 * personal data; after a change of the secret only the identity is recognized.
 */
function sourceOf({ request, cells }: NewIssueRow): string {
  const filled = Object.entries(cells).filter(([, text]) => text !== "");
  const content = canonicalJson([request.meta.id.trim(), Object.fromEntries(filled)]);
  return sign("fingerprint", `issue row\n${content}`);
}
