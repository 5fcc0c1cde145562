import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { AuditEntry } from "@/lib/audit/entry";
import { pool } from "@/lib/db/database";
import type { Result } from "@/lib/domain/result";
import { publishOn } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";

export type UnknownOperation = {
  id: string;
  person_id: string;
  action: string;
  target: string | null;
  /** The last time its request was sent when the records were read; null if it was not sent. */
  sent_at: Date | null;
};

type Finding = {
  outcome: "succeeded" | "failed";
  /** The result that a repeated call receives. */
  result: Result<unknown>;
  /** The card or report it changed; null if that is not known. */
  target: string | null;
  message: string;
  /** The card's state before the request and now, if known. */
  before?: unknown;
  after?: unknown;
};

/** Serializes the assignment of a card, because a card belongs to exactly one create. */
const CARD_CLAIM_LOCK = 7_203_117;

/**
 * Records the outcome of an unknown operation. Returns false if another process has resolved it, has assigned the card
 * to another create, or has sent the request while the records were being read.
 */
export async function finishUnknown(operation: UnknownOperation, finding: Finding): Promise<boolean> {
  return inTransaction(await pool(), (client) => finishUnknownOn(client, operation, finding));
}

/** Like finishUnknown, with the caller's transaction. */
export async function finishUnknownOn(
  client: pg.PoolClient,
  operation: UnknownOperation,
  { outcome, result, target: found, message, before, after }: Finding,
): Promise<boolean> {
  const target = found ?? operation.target;
  const claimed = operation.action === "card.create" ? found : null;
  if (claimed !== null) {
    await client.query("select pg_advisory_xact_lock($1, hashtext($2))", [CARD_CLAIM_LOCK, claimed]);
  }
  const updated = await client.query(
    `update operations set state = $2, result = $3, evidence = null, next_attempt_at = null,
         target = coalesce($4, target), finished_at = now()
       where id = $1 and state in ('begun', 'unknown')
         and ($2 <> 'failed' or sent_at is not distinct from $6)
         and not exists (
           select from operations other
           where other.target = $5 and other.action = 'card.create' and other.state = 'succeeded' and other.id <> $1
         )`,
    [operation.id, outcome, JSON.stringify(result), found, claimed, operation.sent_at],
  );
  if (!updated.rowCount) return false;
  await appendAudit(client, {
    phase: "finish",
    outcome,
    operationId: operation.id,
    actor: await findRequester(client, operation.id),
    action: operation.action,
    target,
    message,
    before,
    after,
  });
  await publishOn(client, [
    "audit",
    "cards",
    "attention",
    `person:${operation.person_id}`,
    ...(target ? [`card:${target}`] : []),
  ]);
  return true;
}

/** The audit entry names the person who started the operation, not the one who resolved it. */
async function findRequester(client: pg.PoolClient, operationId: string): Promise<AuditEntry["actor"]> {
  const { rows } = await client.query<{ body: string }>(
    "select body from audit where operation_id = $1 and phase = 'begin' order by seq limit 1",
    [operationId],
  );
  return rows[0] ? AuditEntry.parse(JSON.parse(rows[0].body)).actor : null;
}
