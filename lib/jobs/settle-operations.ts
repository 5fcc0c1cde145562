import "server-only";
import { appendAudit } from "@/lib/audit/append";
import type { Evidence } from "@/lib/audit/operations";
import { database } from "@/lib/db/database";
import { unseal } from "@/lib/db/seal";
import { type Result, success } from "@/lib/domain/result";
import { publish } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { findTruth, type Truth } from "./find-truth";
import { type Job, sendJob } from "./queue";

/** After this long an operation that only began belongs to a process that is gone. */
const ABANDONED_AFTER_SECONDS = 90;
const NEXT_TRY_SECONDS = 10;
const TRIES = 6;
/** An issuer may still be carrying it out: "it did not happen" is believed only after this long. */
const PATIENCE_SECONDS = 30;

export const SETTLE_JOB = "settle-operations";

type OpenOperation = {
  id: string;
  person_id: string;
  action: string;
  target: string | null;
  evidence: string | null;
  attempts: number;
  begun_at: Date;
  age_seconds: string;
};

/** Finds out, by reading, what became of operations whose answer was lost or whose process died. */
export const settleOperationsJob: Job<object> = {
  name: SETTLE_JOB,
  cron: "* * * * *",
  async run() {
    const open = await listOpen();
    for (const operation of open) await settle(operation);
    if (open.some(({ attempts }) => attempts + 1 < TRIES))
      await sendJob(SETTLE_JOB, {}, { afterSeconds: NEXT_TRY_SECONDS });
  },
};

async function listOpen(): Promise<OpenOperation[]> {
  const { pool } = await database();
  const { rows } = await pool.query<OpenOperation>(
    `select o.id, o.person_id, o.action, o.target, o.evidence, o.attempts,
            o.begun_at, extract(epoch from now() - o.begun_at) as age_seconds
     from operations o
     where o.attempts < ${TRIES}
       and (o.state = 'unknown' or (o.state = 'begun' and o.begun_at < now() - interval '${ABANDONED_AFTER_SECONDS} seconds'))
     order by o.begun_at limit 100`,
  );
  return rows;
}

async function settle(operation: OpenOperation): Promise<void> {
  const evidence = (operation.evidence ? unseal(operation.evidence) : null) as Evidence | null;
  const truth: Truth = evidence ? await findTruth(operation, evidence) : { is: "untold" };
  const isEarly = Number(operation.age_seconds) < PATIENCE_SECONDS;
  if (truth.is === "happened") return finish(operation, "succeeded", success(truth.data), truth.cardId);
  if (truth.is === "did-not-happen" && !isEarly)
    return finish(operation, "failed", didNotHappen(operation), null);
  const { pool } = await database();
  await pool.query("update operations set attempts = attempts + 1, state = 'unknown' where id = $1", [
    operation.id,
  ]);
}

async function finish(
  operation: OpenOperation,
  outcome: "succeeded" | "failed",
  result: Result<unknown>,
  cardId: string | null,
): Promise<void> {
  const { pool } = await database();
  const settled = await inTransaction(pool, async (client) => {
    const updated = await client.query(
      `update operations set state = $2, result = $3, evidence = null, target = coalesce($4, target), finished_at = now()
       where id = $1 and state in ('begun', 'unknown')`,
      [operation.id, outcome, JSON.stringify(result), cardId],
    );
    if (!updated.rowCount) return false;
    await appendAudit(client, {
      phase: "finish",
      outcome,
      operationId: operation.id,
      actor: null,
      action: operation.action,
      target: cardId ?? operation.target,
      message:
        outcome === "succeeded"
          ? "Found at the issuer: it did happen."
          : "Not found at the issuer: it did not happen.",
    });
    return true;
  });
  if (!settled) return;
  const target = cardId ?? operation.target;
  await publish(["audit", "cards", `person:${operation.person_id}`, ...(target ? [`card:${target}`] : [])]);
}

function didNotHappen(operation: OpenOperation): Result<never> {
  return {
    ok: false,
    error: {
      code: "issuer-unavailable",
      message: "The issuer did not carry this out. Trying again is safe.",
      requestId: operation.id,
      retry: "safe",
    },
  };
}
