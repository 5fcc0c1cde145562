import "server-only";
import { createHash } from "node:crypto";
import type pg from "pg";
import { CreateCardRequest } from "@/lib/contract/create-card";
import { pool } from "@/lib/db/database";
import { sign } from "@/lib/db/keys";
import { rowContext, seal, unseal } from "@/lib/db/seal";
import {
  type CardIdentity,
  foldCells,
  sameCardKey,
  similarCardKey,
} from "@/lib/domain/issue-rows/card-identity";
import type { IssueCells } from "@/lib/domain/issue-rows/read-rows";
import { canonicalJson } from "@/lib/domain/text/canonical-json";
import { foldForm } from "@/lib/domain/text/fold-text";
import { IS_RETRIABLE } from "./issue-claims";

/** A row of a file, ready to be issued. */
export type NewIssueRow = {
  number: number;
  request: CreateCardRequest;
  /** The row's own cells, without the values for all rows. */
  cells: IssueCells;
};

/** Of a run that is sent or planned. */
export type StoredRow = Pick<NewIssueRow, "number" | "request"> & { position: number };

/** A row and its position in the plan that this one replaces. */
export type KeptRow = { position: number; before: number };

/** Of a run whose rows are tried again; they stay the same rows. */
export type FailedRow = Pick<NewIssueRow, "number" | "request"> & RowKeys;

type Hashes = {
  identity: string;
  source: string;
  foldedIdentity: string | null;
  foldedSource: string | null;
};
type Occurrences = {
  occurrence: number;
  sourceOccurrence: number;
  foldedIdentityOccurrence: number | null;
  foldedSourceOccurrence: number | null;
};
type RowKeys = Hashes & Occurrences;

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
  const known = await findKnownCards(client, rows);
  const keys = rows.map((row) => ("identity" in row ? row : hashesOf(row)));
  const occurrences = rows.map((row) => ("occurrence" in row ? row : null));
  await client.query(
    `insert into issue_rows (run_id, position, person_id, number, sealed, has_card, identity, source, folded_identity,
       folded_source, occurrence, source_occurrence, folded_identity_occurrence, folded_source_occurrence)
     select $1, t.position, $2, t.number, t.sealed, t.has_card, t.identity, t.source, t.folded_identity,
       t.folded_source, t.occurrence, t.source_occurrence, t.folded_identity_occurrence, t.folded_source_occurrence
     from unnest($3::int[], $4::int[], $5::text[], $6::bool[], $7::text[], $8::text[], $9::text[], $10::text[],
         $11::int[], $12::int[], $13::int[], $14::int[])
       as t (position, number, sealed, has_card, identity, source, folded_identity, folded_source, occurrence,
         source_occurrence, folded_identity_occurrence, folded_source_occurrence)
     on conflict (run_id, position) do update
       set number = excluded.number, sealed = excluded.sealed, has_card = excluded.has_card,
           identity = excluded.identity, source = excluded.source,
           folded_identity = excluded.folded_identity, folded_source = excluded.folded_source,
           occurrence = excluded.occurrence, source_occurrence = excluded.source_occurrence,
           folded_identity_occurrence = excluded.folded_identity_occurrence,
           folded_source_occurrence = excluded.folded_source_occurrence`,
    [
      runId,
      personId,
      rows.map((_, index) => from + index),
      rows.map(({ number }) => number),
      rows.map(({ request }, index) => seal(request, contextOf(runId, from + index))),
      rows.map(({ request }) => known.has(similarCardKey(cardIdentityOf(request)))),
      keys.map(({ identity }) => identity),
      keys.map(({ source }) => source),
      keys.map(({ foldedIdentity }) => foldedIdentity),
      keys.map(({ foldedSource }) => foldedSource),
      occurrences.map((row) => row?.occurrence ?? null),
      occurrences.map((row) => row?.sourceOccurrence ?? null),
      occurrences.map((row) => row?.foldedIdentityOccurrence ?? null),
      occurrences.map((row) => row?.foldedSourceOccurrence ?? null),
    ],
  );
  return true;
}

/** The `similarCardKey` of each card that a customer of the rows has. */
async function findKnownCards(
  client: pg.ClientBase,
  rows: readonly Pick<NewIssueRow, "request">[],
): Promise<Set<string>> {
  const customers = new Set(rows.map(({ request }) => request.meta.id));
  const { rows: cards } = await client.query<CardIdentity>(
    `select distinct customer_id as "customerId", card_type as "cardType", card_name as "cardName"
     from indexed_cards
     where customer_key(customer_id) = any(array(select customer_key(id) from unnest($1::text[]) id))`,
    [[...customers]],
  );
  return new Set(cards.map(similarCardKey));
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

/** Of a run that is sent or planned by this person, in order; null for each that can't be read. */
export async function readStoredRows(runId: string, personId: string): Promise<(StoredRow | null)[]> {
  const { rows } = await (await pool()).query<{ position: number; number: number; sealed: string | null }>(
    "select position, number, sealed from issue_rows where run_id = $1 and person_id = $2 order by position",
    [runId, personId],
  );
  return rows.map(({ position, number, sealed }) => {
    const request = readRequest(runId, position, sealed);
    return request && { position, number, request };
  });
}

/** Of two plans of the same rows, the positions of those that were not changed in between. */
export function findKeptRows(rows: readonly StoredRow[], before: readonly StoredRow[]): KeptRow[] {
  const last = new Map(before.map((row) => [row.number, row]));
  return rows.flatMap(({ position, number, request }) => {
    const same = last.get(number);
    return same && canonicalJson(same.request) === canonicalJson(request)
      ? [{ position, before: same.position }]
      : [];
  });
}

/** They belong to the rows that failed, so that one row stays one card. */
export const RETRIED_ROWS =
  "Rows that are tried again stay as they are. To change one, correct it in your file, and send the file again.";

type FailedRowFields = RowKeys & { position: number; number: number; sealed: string | null };

/** Those to try again; null for each that can't be read anymore. */
export async function readFailedRows(runId: string): Promise<(FailedRow | null)[]> {
  const { rows } = await (await pool()).query<FailedRowFields>(
    `select n.position, n.number, n.sealed, n.identity, n.occurrence, n.source,
            n.source_occurrence as "sourceOccurrence", n.folded_identity as "foldedIdentity",
            n.folded_identity_occurrence as "foldedIdentityOccurrence", n.folded_source as "foldedSource",
            n.folded_source_occurrence as "foldedSourceOccurrence"
     from run_items f join issue_rows n using (run_id, position)
     where f.run_id = $1 and ${IS_RETRIABLE} order by n.position`,
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

function cardIdentityOf({ meta, cardType, preferredCardName }: CreateCardRequest): CardIdentity {
  return { customerId: meta.id, cardType, cardName: preferredCardName };
}

/**
 * By the folded spelling, because a file is saved again in another Unicode form or letter case. And by the exact one,
 * because the claims of earlier versions have no other.
 */
function hashesOf({ request, cells }: NewIssueRow): Hashes {
  const { customerId, cardType, cardName } = cardIdentityOf(request);
  const filled = Object.entries(cells).filter(([, text]) => text !== "");
  return {
    identity: identityHash(JSON.stringify([customerId.trim(), cardType, cardName.trim()])),
    source: sourceHash([customerId.trim(), Object.fromEntries(filled)]),
    foldedIdentity: identityHash(`folded\n${sameCardKey({ customerId, cardType, cardName })}`),
    foldedSource: sourceHash(["folded", foldForm(customerId), foldCells(cells)]),
  };
}

/** The index has these values in plain text, so the hash needs no key, and survives a change of the secret. */
function identityHash(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

/**
 * Two people who send the same file with other values for all rows mean the same cards. Keyed, because it is about
 * personal data; after a change of the secret only the identity is recognized.
 */
function sourceHash(content: readonly unknown[]): string {
  return sign("fingerprint", `issue row\n${canonicalJson(content)}`);
}
