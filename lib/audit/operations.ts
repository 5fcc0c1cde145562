import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { database } from "@/lib/db/database";
import { seal } from "@/lib/db/seal";
import { omitSecrets } from "@/lib/domain/masking";
import { type AppError, failure, type Result } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { abandonedAfterMs } from "@/lib/jobs/settlement-times";
import { inTransaction } from "@/lib/postgres/open-database";
import { appendAudit } from "./append";
import type { AuditEntry } from "./entry";
import { fingerprintOf, isFingerprintOf } from "./fingerprint";

export type Intent = {
  operationId: string;
  actor: NonNullable<AuditEntry["actor"]>;
  action: string;
  target: string | null;
  input: unknown;
  address: string | null;
  /** Refused while the same action is open on the same target. */
  isExclusive?: boolean;
};

/** What was learnt on the way, for the audit row. */
export type Trace = Partial<Pick<AuditEntry, "before" | "after" | "issuer">> & {
  target?: string;
  /** Something to know about a success, such as that it could not be read back. */
  message?: string;
};

/** What a job needs to find out what became of an intent whose outcome nobody knows. */
export type Evidence = { input: unknown; before: unknown };

export type Begun =
  | { is: "new" }
  /** The same intent was sent before: this is what came of it. */
  | { is: "finished"; result: Result<unknown> }
  | { is: "running" }
  /** The same action is open on its target: this one is recorded as failed, and must not be carried out. */
  | { is: "refused"; result: Result<never> }
  /** The id belongs to another person's or another kind of intent. */
  | { is: "foreign" };

const SHORTEST_WAIT_MS = 50;
/** Grown to this, so that hundreds who wait do not keep the one that they wait for from the database. */
const LONGEST_WAIT_MS = 800;

/** Whoever begins an exclusive operation waits for others who are about to begin the same. */
const EXCLUSIVE_LOCK = 7_203_118;

/** Writes down that someone is about to do something. If this fails, nothing is done. */
export async function beginOperation(intent: Intent): Promise<Begun> {
  const { pool } = await database();
  const fingerprint = fingerprintOf(intent.operationId, intent.input);
  const evidence = seal({ input: omitSecrets(intent.input), before: null } satisfies Evidence);
  return inTransaction(pool, async (client) => {
    if (intent.isExclusive)
      await client.query("select pg_advisory_xact_lock($1, hashtext($2))", [
        EXCLUSIVE_LOCK,
        `${intent.action}:${intent.target}`,
      ]);
    const inserted = await client.query(
      `insert into operations (id, person_id, action, target, input_hash, evidence, state, next_attempt_at)
       values ($1, $2, $3, $4, $5, $6, 'begun', now() + make_interval(secs => $7)) on conflict (id) do nothing`,
      [
        intent.operationId,
        intent.actor.id,
        intent.action,
        intent.target,
        fingerprint,
        evidence,
        abandonedAfterMs(env().issuer.timeoutMs) / 1000,
      ],
    );
    if (inserted.rowCount) {
      const { input, operationId, actor, action, target, address } = intent;
      await appendAudit(client, {
        phase: "begin",
        outcome: "begun",
        input,
        operationId,
        actor,
        action,
        target,
        address,
      });
      const open = intent.isExclusive ? await findOpen(client, intent) : null;
      if (!open) return { is: "new" };
      // In the same transaction, so that a crash leaves nothing open that was never sent.
      const result = failure(alreadyOpen(intent, open));
      await finishWithin(client, intent, result, {}, 0);
      return { is: "refused", result };
    }
    const { rows } = await client.query<StoredOperation>(
      "select person_id, action, input_hash, result from operations where id = $1",
      [intent.operationId],
    );
    const [stored] = rows;
    if (
      stored?.person_id !== intent.actor.id ||
      stored.action !== intent.action ||
      !isFingerprintOf(stored.input_hash, intent.operationId, intent.input)
    ) {
      return { is: "foreign" };
    }
    return stored.result ? { is: "finished", result: stored.result } : { is: "running" };
  });
}

type OpenRow = { person_id: string; name: string | null; begun_at: Date };

async function findOpen(client: pg.PoolClient, intent: Intent): Promise<OpenRow | null> {
  const { rows } = await client.query<OpenRow>(
    `select o.person_id, p.name, o.begun_at from operations o left join people p on p.id = o.person_id
     where o.target = $1 and o.action = $2 and o.id <> $3 and o.state in ('begun', 'unknown')
     order by o.begun_at limit 1`,
    [intent.target, intent.action, intent.operationId],
  );
  return rows[0] ?? null;
}

function alreadyOpen({ actor, operationId }: Intent, { person_id, name, begun_at }: OpenRow): AppError {
  const who = person_id === actor.id ? "You" : (name ?? "A colleague");
  const at = begun_at.toISOString().slice(0, 19).replace("T", " ");
  return {
    code: "conflict",
    message: `${who} already requested this on ${at} UTC, and the outcome isn’t known yet. Nothing was sent. Try again once that request is resolved.`,
    requestId: operationId,
    retry: "never",
  };
}

/** Adds what was the case before, which a crash would lose, to what was asked. To be called before anything is sent. */
export async function keepEvidence(operationId: string, evidence: Evidence): Promise<void> {
  const { pool } = await database();
  await pool.query("update operations set evidence = $2 where id = $1 and state in ('begun', 'unknown')", [
    operationId,
    seal({ ...evidence, input: omitSecrets(evidence.input) } satisfies Evidence),
  ]);
}

/**
 * Records that the request is sent now, by the database's clock: from here on the issuer may carry it out. False: the
 * operation has been settled, so nothing may be sent for it any more.
 */
export async function recordSending(operationId: string): Promise<boolean> {
  const { pool } = await database();
  // In milliseconds, as a Date holds it: the settler compares it with what it has read.
  const { rowCount } = await pool.query(
    `update operations set sent_at = date_trunc('milliseconds', clock_timestamp())
     where id = $1 and state in ('begun', 'unknown')`,
    [operationId],
  );
  return Boolean(rowCount);
}

/** Writes down what came of it. Gives the result that stands: another process may have settled it meanwhile. */
export async function finishOperation(
  intent: Intent,
  result: Result<unknown>,
  trace: Trace,
  durationMs: number,
): Promise<Result<unknown>> {
  const { pool } = await database();
  return inTransaction(pool, (client) => finishWithin(client, intent, result, trace, durationMs));
}

async function finishWithin(
  client: pg.PoolClient,
  intent: Intent,
  result: Result<unknown>,
  trace: Trace,
  durationMs: number,
): Promise<Result<unknown>> {
  const outcome = outcomeOf(result);
  const { rows } = await client.query<{ state: OperationState; result: Result<unknown> | null }>(
    "select state, result from operations where id = $1 for update",
    [intent.operationId],
  );
  const [stored] = rows;
  const isTooLate = stored !== undefined && !mayFinish(stored.state, outcome);
  if (!isTooLate) {
    await client.query(
      `update operations set state = $2, result = $3, target = coalesce($4, target), finished_at = now(),
           evidence = case when $5 then evidence end, next_attempt_at = case when $5 then now() end
         where id = $1`,
      [intent.operationId, outcome, JSON.stringify(result), trace.target ?? null, outcome === "unknown"],
    );
  }
  const told = result.ok ? (trace.message ?? null) : result.error.message;
  await appendAudit(client, {
    phase: isTooLate ? "event" : "finish",
    outcome,
    operationId: intent.operationId,
    actor: intent.actor,
    action: intent.action,
    target: trace.target ?? intent.target,
    input: intent.input,
    before: trace.before,
    after: trace.after,
    issuer: trace.issuer ?? null,
    message: isTooLate ? `Received after the outcome was recorded. ${told ?? ""}`.trim() : told,
    durationMs,
    address: intent.address,
  });
  return isTooLate ? (stored.result ?? result) : result;
}

type OperationState = "begun" | "unknown" | "succeeded" | "failed";

/**
 * What is settled stays so, with one exception: the issuer's own confirmation stands against a reading that had not
 * found the change.
 */
function mayFinish(state: OperationState, outcome: Exclude<OperationState, "begun">): boolean {
  if (state === "failed") return outcome === "succeeded";
  return state !== "succeeded";
}

/** Waits for an intent that another request is carrying out, and gives its result; null when it takes too long. */
export async function awaitOperation(
  operationId: string,
  timeoutMs: number,
): Promise<Result<unknown> | null> {
  const { pool } = await database();
  const deadline = performance.now() + timeoutMs;
  for (let waitMs = SHORTEST_WAIT_MS; performance.now() < deadline; ) {
    const { rows } = await pool.query<{ result: Result<unknown> | null }>(
      "select result from operations where id = $1",
      [operationId],
    );
    if (rows[0]?.result) return rows[0].result;
    await pause(waitMs);
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
  }
  return null;
}

type StoredOperation = {
  person_id: string;
  action: string;
  input_hash: string;
  result: Result<unknown> | null;
};

function outcomeOf(result: Result<unknown>): Exclude<OperationState, "begun"> {
  if (result.ok) return "succeeded";
  return result.error.code === "unknown-outcome" ? "unknown" : "failed";
}
