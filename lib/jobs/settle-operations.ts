import "server-only";
import type { Evidence } from "@/lib/audit/operations";
import { database } from "@/lib/db/database";
import { unseal } from "@/lib/db/seal";
import { type Result, success } from "@/lib/domain/result";
import { publish } from "@/lib/events/bus";
import { findTruth, type Truth } from "./find-truth";
import { finishUnknown, type OpenOperation } from "./finish-unknown";
import { type Job, sendJob } from "./queue";

/** After this long an operation that only began belongs to a process that is gone. */
const ABANDONED_AFTER_SECONDS = 90;
const NEXT_TRY_SECONDS = 10;
/** After this many a person has to say what happened. */
export const TRIES = 6;
/** An issuer may still be carrying it out: "it did not happen" is believed only after this long. */
const PATIENCE_SECONDS = 30;

export const SETTLE_JOB = "settle-operations";

type TriedOperation = OpenOperation & {
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

async function listOpen(): Promise<TriedOperation[]> {
  const { pool } = await database();
  const { rows } = await pool.query<TriedOperation>(
    `select o.id, o.person_id, o.action, o.target, o.evidence, o.attempts,
            o.begun_at, extract(epoch from now() - o.begun_at) as age_seconds
     from operations o
     where o.attempts < ${TRIES}
       and (o.state = 'unknown' or (o.state = 'begun' and o.begun_at < now() - interval '${ABANDONED_AFTER_SECONDS} seconds'))
     order by o.begun_at limit 100`,
  );
  return rows;
}

async function settle(operation: TriedOperation): Promise<void> {
  const evidence = (operation.evidence ? unseal(operation.evidence) : null) as Evidence | null;
  const truth: Truth = evidence ? await findTruth(operation, evidence) : { is: "untold" };
  const isEarly = Number(operation.age_seconds) < PATIENCE_SECONDS;
  if (truth.is === "happened") {
    await finishUnknown(operation, {
      outcome: "succeeded",
      result: success(truth.data),
      cardId: truth.cardId,
      message: "Found at the issuer: it did happen.",
      actor: null,
    });
    return;
  }
  // No try yet: several jobs may look within the same seconds, and would use all of them up.
  if (truth.is === "did-not-happen" && isEarly) return;
  if (truth.is === "did-not-happen") {
    await finishUnknown(operation, {
      outcome: "failed",
      result: didNotHappen(operation.id),
      cardId: null,
      message: "Not found at the issuer: it did not happen.",
      actor: null,
    });
    return;
  }
  const { pool } = await database();
  await pool.query("update operations set attempts = attempts + 1, state = 'unknown' where id = $1", [
    operation.id,
  ]);
  await publish(["attention"]);
}

/** For whoever asks again: it may be sent once more. */
export function didNotHappen(operationId: string): Result<never> {
  return {
    ok: false,
    error: {
      code: "issuer-unavailable",
      message: "The issuer did not carry this out. Trying again is safe.",
      requestId: operationId,
      retry: "safe",
    },
  };
}
