import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { Evidence } from "@/lib/audit/operations";
import { updateCustomerProfile } from "@/lib/card-index/sync/update-customer-profile";
import { Card } from "@/lib/contract/card";
import { CreateCardRequest } from "@/lib/contract/create-card";
import { pool } from "@/lib/db/database";
import { canUnsealSql, unseal } from "@/lib/db/seal";
import { type Result, success } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { publish } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { findInterruptedReport } from "./find-interrupted-report";
import { finishUnknown, type UnknownOperation } from "./finish-unknown";
import type { Outcome } from "./outcome";
import { type Job, sendJob } from "./queue";
import type { ReadCardsCreated } from "./read-cards-created";
import {
  CLAIM_SECONDS,
  maxProcessingMs,
  pauseAfterInconclusiveMs,
  pauseWhileOpenMs,
} from "./resolution-times";
import { resolverOf } from "./resolve-outcome";
import { shareCardReads } from "./share-card-reads";

/** After this many inconclusive attempts the operation appears under Needs attention; the records are still checked from time to time. */
export const MAX_INCONCLUSIVE_ATTEMPTS = 6;
/** SQL: whether an operation waits for a person, who has not dismissed it. */
export const NEEDS_PERSON = `(state = 'unknown' and attempts >= ${MAX_INCONCLUSIVE_ATTEMPTS}
  and not exists (select from dismissals d where d.key = 'unknown:' || operations.id))`;
/** Many, because they share long reads, and so that such a read doesn't delay the others. */
const MAX_CONCURRENT = 20;
const RENEW_CLAIM_EVERY_MS = 30_000;
const POLL_INTERVAL_MS = 1_000;

/** The name under which the queue stores this job. */
export const RESOLVE_JOB = "settle-operations";

type ClaimedOperation = UnknownOperation & {
  state: "begun" | "unknown";
  evidence: string | null;
  attempts: number;
  begun_at: Date;
  age_ms: number;
  /** The time since its request was sent, or since it began if that was not recorded. */
  sent_age_ms: number;
};

/** Resolves operations whose response was lost or whose process died, by reading the issuer's records. */
export const resolveOperationsJob: Job<object> = {
  name: RESOLVE_JOB,
  title: "Unknown outcomes",
  purpose:
    "Resolves operations whose response was lost or whose process died, by reading the issuer’s records.",
  trigger:
    "Every minute, one second after an outcome becomes unknown, and when the next check of one is due.",
  concurrency: `Each operation is claimed by one process for ${CLAIM_SECONDS} seconds. A longer check renews its claim.`,
  retries: `Each operation has its own schedule: about every 2 to 30 seconds while the issuer can’t be reached, and with delays that double from 2 seconds to an hour after inconclusive checks. After ${MAX_INCONCLUSIVE_ATTEMPTS} inconclusive checks it also appears under Needs attention.`,
  crash: `Up to ${CLAIM_SECONDS} seconds, until the claim expires. Nothing is sent to the issuer a second time.`,
  cron: "* * * * *",
  async run() {
    const readCards = shareCardReads();
    const running = new Set<Promise<void>>();
    for (;;) {
      const operation = running.size < MAX_CONCURRENT ? await claim() : null;
      if (operation) {
        const task: Promise<void> = resolveSafely(operation, readCards).finally(() => running.delete(task));
        running.add(task);
      } else if (running.size > 0) {
        // The next job waits for this one, so operations that become due during a long check are taken here.
        await Promise.race([...running, pause(POLL_INTERVAL_MS, undefined, { ref: false })]);
      } else break;
    }
    await scheduleNext();
  },
};

/** Reschedules the operation after an error, so that it is not retried immediately. */
async function resolveSafely(operation: ClaimedOperation, readCards: ReadCardsCreated): Promise<void> {
  try {
    await resolveOperation(operation, readCards);
  } catch (error) {
    log().error({ err: error, operationId: operation.id }, "Could not resolve an operation");
    const pauseMs = pauseWhileOpenMs(operation.age_ms);
    // If this fails too, the operation is due again when its claim expires.
    await reschedule(operation, { isCounted: false, pauseMs }).catch(() => undefined);
  }
}

/** Claims one due operation. No other process takes it until the claim expires. */
async function claim(): Promise<ClaimedOperation | null> {
  const { rows } = await (await pool()).query<ClaimedOperation>(
    `update operations set next_attempt_at = now() + interval '${CLAIM_SECONDS} seconds'
     where id = (
       select id from operations where state in ('begun', 'unknown') and next_attempt_at <= clock_timestamp()
         and ${canUnsealSql("evidence", "begun_at")}
       order by next_attempt_at limit 1 for update skip locked
     )
     returning id, state, person_id, action, target, evidence, attempts, begun_at, sent_at,
               (extract(epoch from now() - begun_at) * 1000)::float8 as age_ms,
               (extract(epoch from now() - coalesce(sent_at, begun_at)) * 1000)::float8 as sent_age_ms`,
  );
  return rows[0] ?? null;
}

async function resolveOperation(operation: ClaimedOperation, readCards: ReadCardsCreated): Promise<void> {
  const resolve = resolverOf(operation.action);
  if (!resolve) return resolveWithoutResolver(operation);
  if (wasNeverSent(operation)) return finishNeverSent(operation);
  const processingMs = maxProcessingMs(env().issuer.timeoutMs);
  const evidence = (operation.evidence ? unseal(operation.evidence) : null) as Evidence | null;
  const outcome: Outcome = await resolve({
    ...operation,
    evidence,
    isProcessingOver: operation.sent_age_ms >= processingMs,
    readCards,
    onProgress: atMostEvery(RENEW_CLAIM_EVERY_MS, () => renewClaim(operation)),
  });
  if (outcome.is === "succeeded") {
    const isResolved = await finishUnknown(operation, {
      outcome: "succeeded",
      result: success(outcome.data),
      target: outcome.cardId,
      message: outcome.message ?? "Found in the issuer’s records: the request succeeded.",
      before: evidence?.before,
      after: outcome.after,
    });
    if (isResolved) await storeProfile(outcome.data, evidence?.input).catch(() => undefined);
    // The card was assigned to another create, so this one is checked again.
    if (!isResolved) await reschedule(operation, { isCounted: false, pauseMs: pauseWhileOpenMs(0) });
  } else if (outcome.is === "failed") {
    const isResolved = await finishUnknown(operation, {
      outcome: "failed",
      result: notProcessedResult(operation.id),
      target: null,
      message: "Not found in the issuer’s records: the request failed.",
    });
    // The request was sent again while the records were being read.
    if (!isResolved) await reschedule(operation, { isCounted: false, pauseMs: pauseWhileOpenMs(0) });
  } else if (outcome.is === "unreadable-evidence") {
    log().warn(
      { operationId: operation.id },
      "Can't read what an operation sent to the issuer: resolve it manually under Needs attention",
    );
    await escalateToPerson(operation, { isEvidenceUnreadable: true });
  } else if (outcome.is === "inconclusive") {
    const pauseMs = pauseAfterInconclusiveMs(operation.attempts + 1);
    await reschedule(operation, { isCounted: true, pauseMs });
  } else {
    const remainingProcessingMs = processingMs - operation.sent_age_ms;
    const pauseMs = pauseWhileOpenMs(operation.age_ms);
    const isSooner = outcome.is === "pending" && remainingProcessingMs > 0 && remainingProcessingMs < pauseMs;
    await reschedule(operation, { isCounted: false, pauseMs: isSooner ? remainingProcessingMs : pauseMs });
  }
}

/** An unknown one may have been sent by a version that didn't record it, or by the dashboard that this one is a copy of. */
function wasNeverSent({ state, sent_at }: ClaimedOperation): boolean {
  return state === "begun" && sent_at === null;
}

/** Without the issuer's records: another change may have made them as this one wanted, and it can't be sent anymore. */
async function finishNeverSent(operation: ClaimedOperation): Promise<void> {
  const isResolved = await finishUnknown(operation, {
    outcome: "failed",
    result: notProcessedResult(operation.id),
    target: null,
    message: "Interrupted: Cardwell stopped before the request was sent.",
  });
  // Its process is alive and has just sent it.
  if (!isResolved) await reschedule(operation, { isCounted: false, pauseMs: pauseWhileOpenMs(0) });
}

/** Stores the customer profile, as it is done for a card whose response was not lost. */
async function storeProfile(data: unknown, input: unknown): Promise<void> {
  const card = Card.safeParse(data);
  const request = CreateCardRequest.safeParse(input);
  if (card.success && request.success) await updateCustomerProfile(card.data, request.data);
}

/** Actions at the sandbox leave no readable record. */
const REQUIRES_PERSON = /^sandbox\..+$/;

/** Resolves an action without a resolver, whose process died. */
async function resolveWithoutResolver(operation: ClaimedOperation): Promise<void> {
  if (REQUIRES_PERSON.test(operation.action))
    return escalateToPerson(operation, { isEvidenceUnreadable: false });
  const report = await findInterruptedReport(operation);
  if (report) {
    await finishUnknown(operation, {
      outcome: "succeeded",
      result: success(report.result),
      target: report.id,
      message: "Cardwell stopped after the report was requested.",
    });
    await publish(["reports", `reports:${report.id}`]);
    return;
  }
  await finishUnknown(operation, {
    outcome: "failed",
    result: interruptedResult(operation.id),
    target: null,
    message: "Interrupted: Cardwell stopped before this finished.",
  });
}

/** Unreadable evidence is retried from time to time, because its secret may be configured again. */
async function escalateToPerson(
  { id, target }: ClaimedOperation,
  { isEvidenceUnreadable }: { isEvidenceUnreadable: boolean },
): Promise<void> {
  await (await pool()).query(
    `update operations set state = 'unknown', attempts = greatest(attempts, $2), is_evidence_unreadable = $3,
       next_attempt_at = case when $3 then now() + make_interval(secs => $4) end
     where id = $1 and state in ('begun', 'unknown')`,
    [
      id,
      MAX_INCONCLUSIVE_ATTEMPTS,
      isEvidenceUnreadable,
      pauseAfterInconclusiveMs(Number.POSITIVE_INFINITY) / 1000,
    ],
  );
  await publish(["attention", ...(target ? [`card:${target}`] : [])]);
}

/** Only inconclusive attempts are counted, not those in which the issuer can't be reached. */
async function reschedule(
  { id, state, attempts }: ClaimedOperation,
  { isCounted, pauseMs }: { isCounted: boolean; pauseMs: number },
): Promise<void> {
  await (await pool()).query(
    `update operations set state = 'unknown', attempts = attempts + $3, is_evidence_unreadable = false,
       next_attempt_at = now() + make_interval(secs => $4)
     where id = $1 and attempts = $2 and state in ('begun', 'unknown')`,
    [id, attempts, isCounted ? 1 : 0, pauseMs / 1000],
  );
  if (isCounted || state === "begun") await publish(["attention"]);
}

function atMostEvery(intervalMs: number, run: () => Promise<void>): () => Promise<void> {
  let lastAt = Date.now();
  return async () => {
    if (Date.now() - lastAt < intervalMs) return;
    lastAt = Date.now();
    await run();
  };
}

async function renewClaim({ id, attempts }: ClaimedOperation): Promise<void> {
  await (await pool()).query(
    `update operations set next_attempt_at = now() + interval '${CLAIM_SECONDS} seconds'
     where id = $1 and attempts = $2 and state in ('begun', 'unknown')`,
    [id, attempts],
  );
}

/** The cron job runs once a minute; an operation that is due earlier gets its own job, deduplicated between instances. */
async function scheduleNext(): Promise<void> {
  const { rows } = await (await pool()).query<{ due: Date | null; wait_seconds: number | null }>(
    `select min(next_attempt_at) as due, extract(epoch from min(next_attempt_at) - now())::float8 as wait_seconds
     from operations where state in ('begun', 'unknown') and ${canUnsealSql("evidence", "begun_at")}`,
  );
  const { due, wait_seconds: waitSeconds } = rows[0] ?? {};
  if (!due || waitSeconds === null || waitSeconds === undefined || waitSeconds > 60) return;
  const afterSeconds = Math.max(1, Math.ceil(waitSeconds));
  await sendJob(RESOLVE_JOB, {}, { afterSeconds, singletonKey: due.toISOString() });
}

/** The result for repeated calls: the request may be sent again. */
export function notProcessedResult(operationId: string): Result<never> {
  return {
    ok: false,
    error: {
      code: "issuer-unavailable",
      message: "The issuer didn’t process this request. It’s safe to try again.",
      requestId: operationId,
      retry: "safe",
    },
  };
}

function interruptedResult(operationId: string): Result<never> {
  return {
    ok: false,
    error: {
      code: "internal",
      message: "Cardwell stopped before this finished. Check whether it took effect before you try again.",
      requestId: operationId,
      retry: "unsafe",
    },
  };
}
