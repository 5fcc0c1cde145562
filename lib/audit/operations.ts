import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { database } from "@/lib/db/database";
import { seal } from "@/lib/db/seal";
import { type AppError, failure, type Result } from "@/lib/domain/result";
import { omitSecrets } from "@/lib/domain/text/masking";
import { env } from "@/lib/env";
import { abandonedAfterMs } from "@/lib/jobs/resolution-times";
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
  /** The intent is rejected while the same action on the same target is open. */
  isExclusive?: boolean;
  /** For the audit log, such as who approved it. */
  note?: string;
};

/** Details that an action collects for its audit row. */
export type Trace = Partial<Pick<AuditEntry, "before" | "after" | "issuer">> & {
  target?: string;
  /** A remark about a success, such as that the card couldn't be read afterward. */
  message?: string;
  /** Published with the outcome. */
  topics?: string[];
  /** The request failed, but the issuer may have processed it, so a job reads the outcome from its records. */
  mayHaveHappened?: boolean;
};

/** Runs work in a transaction that also records its outcome, so that the audit log is right after a crash too. */
export type Commit = <T>(work: (client: pg.PoolClient) => Promise<Result<T>>) => Promise<Result<T>>;

/** The data that a job needs to resolve an unknown outcome. */
export type Evidence = { input: unknown; before: unknown };

export type BeginResult =
  | { is: "new" }
  /** The same intent was sent before, with this result. */
  | { is: "finished"; result: Result<unknown> }
  | { is: "running" }
  /** The same action on the same target is open: this one is recorded as failed and must not run. */
  | { is: "rejected"; result: Result<never> }
  /** The ID belongs to another person's intent, another action or another input. */
  | { is: "mismatch" };

const MIN_POLL_INTERVAL_MS = 50;
/** The interval grows to this, so that hundreds of waiting requests don't starve the one that they wait for. */
const MAX_POLL_INTERVAL_MS = 800;

/** Serializes the start of exclusive operations with the same action and target. */
const EXCLUSIVE_LOCK = 7_203_118;

/** Records an intent before it runs. If this throws, the action must not run. */
export async function beginOperation(intent: Intent): Promise<BeginResult> {
  const { pool } = await database();
  return inTransaction(pool, (client) => beginInTransaction(client, intent));
}

/** For a caller that decides in the same transaction whether the intent may run. */
export async function beginInTransaction(client: pg.PoolClient, intent: Intent): Promise<BeginResult> {
  const fingerprint = fingerprintOf(intent.operationId, intent.input);
  const evidence = seal({ input: omitSecrets(intent.input), before: null } satisfies Evidence);
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
      message: intent.note ?? null,
    });
    const open = intent.isExclusive ? await findOpen(client, intent) : null;
    if (!open) return { is: "new" };
    // In the same transaction, so that a crash doesn't leave an open operation that was never sent.
    const result = failure(alreadyOpenError(intent, open));
    await finishInTransaction(client, intent, result, {}, 0);
    return { is: "rejected", result };
  }
  const earlier = await findEarlier(client, intent);
  if (earlier?.is !== "same") return { is: "mismatch" };
  return earlier.result ? { is: "finished", result: earlier.result } : { is: "running" };
}

export type EarlierIntent =
  | { is: "same"; state: OperationState; result: Result<unknown> | null; target: string | null }
  | { is: "mismatch" };

/** What became of the intent if it was sent before. */
export async function findEarlier(client: pg.ClientBase, intent: Intent): Promise<EarlierIntent | null> {
  const { rows } = await client.query<StoredOperation>(
    "select person_id, action, input_hash, state, result, target from operations where id = $1",
    [intent.operationId],
  );
  const [stored] = rows;
  if (!stored) return null;
  const isSame =
    stored.person_id === intent.actor.id &&
    stored.action === intent.action &&
    isFingerprintOf(stored.input_hash, intent.operationId, intent.input);
  if (!isSame) return { is: "mismatch" };
  const { state, result, target } = stored;
  return { is: "same", state, result, target };
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

function alreadyOpenError({ actor, operationId }: Intent, { person_id, name, begun_at }: OpenRow): AppError {
  const who = person_id === actor.id ? "You" : (name ?? "A colleague");
  const at = begun_at.toISOString().slice(0, 19).replace("T", " ");
  return {
    code: "conflict",
    message: `${who} already requested this on ${at} UTC, and the outcome isn’t known yet. This one wasn’t sent. Try again once that request is resolved.`,
    requestId: operationId,
    retry: "never",
  };
}

/** Stores the state before the action, which a crash would lose. Call it before anything is sent. */
export async function storeEvidence(operationId: string, evidence: Evidence): Promise<void> {
  const { pool } = await database();
  await pool.query("update operations set evidence = $2 where id = $1 and state in ('begun', 'unknown')", [
    operationId,
    seal({ ...evidence, input: omitSecrets(evidence.input) } satisfies Evidence),
  ]);
}

/**
 * Records the database's time of sending; from then on the request may take effect. Returns false if the operation is
 * already resolved, so that nothing may be sent for it.
 */
export async function recordSending(operationId: string): Promise<boolean> {
  const { pool } = await database();
  // Truncated to the precision of a JavaScript Date, because the resolve job compares the value after reading it.
  const { rowCount } = await pool.query(
    `update operations set sent_at = date_trunc('milliseconds', clock_timestamp())
     where id = $1 and state in ('begun', 'unknown')`,
    [operationId],
  );
  return Boolean(rowCount);
}

export async function finishOperation(
  intent: Intent,
  result: Result<unknown>,
  trace: Trace,
  durationMs: number,
): Promise<Result<unknown>> {
  const { pool } = await database();
  return inTransaction(pool, (client) => finishInTransaction(client, intent, result, trace, durationMs));
}

/**
 * Records the result with the caller's transaction. Returns the stored result, which differs if another process has
 * resolved the operation in the meantime.
 */
export async function finishInTransaction(
  client: pg.PoolClient,
  intent: Intent,
  result: Result<unknown>,
  trace: Trace,
  durationMs: number,
): Promise<Result<unknown>> {
  const outcome = outcomeOf(result, trace);
  const { rows } = await client.query<{ state: OperationState; result: Result<unknown> | null }>(
    "select state, result from operations where id = $1 for update",
    [intent.operationId],
  );
  const [stored] = rows;
  const isAlreadyResolved = stored !== undefined && !isTransitionAllowed(stored.state, outcome);
  if (!isAlreadyResolved) {
    await client.query(
      `update operations set state = $2, result = $3, target = coalesce($4, target), finished_at = now(),
           evidence = case when $5 then evidence end, next_attempt_at = case when $5 then now() end
         where id = $1`,
      [intent.operationId, outcome, JSON.stringify(result), trace.target ?? null, outcome === "unknown"],
    );
  }
  const outcomeMessage = result.ok ? trace.message : result.error.message;
  const message = [intent.note, outcomeMessage].filter(Boolean).join(" ") || null;
  await appendAudit(client, {
    phase: isAlreadyResolved ? "event" : "finish",
    outcome,
    operationId: intent.operationId,
    actor: intent.actor,
    action: intent.action,
    target: trace.target ?? intent.target,
    input: intent.input,
    before: trace.before,
    after: trace.after,
    issuer: trace.issuer ?? null,
    message: isAlreadyResolved ? `Received after the outcome was recorded. ${message ?? ""}`.trim() : message,
    durationMs,
    address: intent.address,
  });
  return isAlreadyResolved ? (stored.result ?? result) : result;
}

export type OperationState = "begun" | "unknown" | "succeeded" | "failed";

/**
 * A resolved operation stays resolved, with one exception: the issuer's late confirmation overrides "failed", which only
 * means that the change was not found.
 */
function isTransitionAllowed(state: OperationState, outcome: Exclude<OperationState, "begun">): boolean {
  if (state === "failed") return outcome === "succeeded";
  return state !== "succeeded";
}

/** Waits for the result of an operation that another request is running; null after the timeout. */
export async function waitForOperation(
  operationId: string,
  timeoutMs: number,
): Promise<Result<unknown> | null> {
  const { pool } = await database();
  const deadline = performance.now() + timeoutMs;
  for (let waitMs = MIN_POLL_INTERVAL_MS; ; waitMs = Math.min(2 * waitMs, MAX_POLL_INTERVAL_MS)) {
    const { rows } = await pool.query<{ result: Result<unknown> | null }>(
      "select result from operations where id = $1",
      [operationId],
    );
    if (rows[0]?.result) return rows[0].result;
    if (performance.now() >= deadline) return null;
    await pause(waitMs);
  }
}

type StoredOperation = {
  person_id: string;
  action: string;
  input_hash: string;
  state: OperationState;
  result: Result<unknown> | null;
  target: string | null;
};

export function outcomeOf(result: Result<unknown>, trace: Trace): Exclude<OperationState, "begun"> {
  if (result.ok) return "succeeded";
  return result.error.code === "unknown-outcome" || trace.mayHaveHappened ? "unknown" : "failed";
}
