import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { Evidence } from "@/lib/audit/operations";
import { updateCustomerProfile } from "@/lib/card-index/update-customer-profile";
import { Card } from "@/lib/contract/card";
import { CreateCardRequest } from "@/lib/contract/create-card";
import { pool } from "@/lib/db/database";
import { isOursToOpen, unseal } from "@/lib/db/seal";
import { type Result, success } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { publish } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { finishUnknown, type UnknownOperation } from "./finish-unknown";
import type { Outcome } from "./outcome";
import { type Job, sendJob } from "./queue";
import { resolverOf } from "./resolve-outcome";
import { longestProcessingMs, pauseAfterInconclusiveMs, pauseWhileOpenMs } from "./settlement-times";

/** After this many readings that could not tell, a person is asked; the records are still read now and then. */
export const TRIES = 6;
/** A reading that goes on for longer renews it, so that no other process takes the same operation. */
const CLAIM_SECONDS = 180;
/** A long reading must not keep the others waiting. */
const PARALLEL = 4;
const LOOK_AGAIN_MS = 1_000;

export const SETTLE_JOB = "settle-operations";

type ClaimedOperation = UnknownOperation & {
  state: "begun" | "unknown";
  evidence: string | null;
  attempts: number;
  begun_at: Date;
  age_ms: number;
  /** Since its request was sent; since it began where that was not recorded. */
  sent_age_ms: number;
};

/** Finds out, by reading, what became of operations whose answer was lost or whose process died. */
export const settleOperationsJob: Job<object> = {
  name: SETTLE_JOB,
  cron: "* * * * *",
  async run() {
    const running = new Set<Promise<void>>();
    for (;;) {
      const operation = running.size < PARALLEL ? await claim() : null;
      if (operation) {
        const one: Promise<void> = settleSafely(operation).finally(() => running.delete(one));
        running.add(one);
      } else if (running.size > 0) {
        // The next job waits for this one, so what becomes due during a long reading is taken here.
        await Promise.race([...running, pause(LOOK_AGAIN_MS, undefined, { ref: false })]);
      } else break;
    }
    await scheduleNext();
  },
};

/** Whatever comes of it, the operation is closed or due later: no run takes it again at once. */
async function settleSafely(operation: ClaimedOperation): Promise<void> {
  try {
    await settle(operation);
  } catch (error) {
    log().error({ err: error, operationId: operation.id }, "Could not settle an operation");
    const pauseMs = pauseWhileOpenMs(operation.age_ms);
    // Should this fail too, the operation is due again when its claim runs out.
    await tryAgain(operation, { isCounted: false, pauseMs }).catch(() => undefined);
  }
}

/** Takes one operation that is due. Until its claim runs out no other process takes the same one. */
async function claim(): Promise<ClaimedOperation | null> {
  const { rows } = await (await pool()).query<ClaimedOperation>(
    `update operations set next_attempt_at = now() + interval '${CLAIM_SECONDS} seconds'
     where id = (
       select id from operations where state in ('begun', 'unknown') and next_attempt_at <= clock_timestamp()
         and ${isOursToOpen("evidence", "begun_at")}
       order by next_attempt_at limit 1 for update skip locked
     )
     returning id, state, person_id, action, target, evidence, attempts, begun_at, sent_at,
               (extract(epoch from now() - begun_at) * 1000)::float8 as age_ms,
               (extract(epoch from now() - coalesce(sent_at, begun_at)) * 1000)::float8 as sent_age_ms`,
  );
  return rows[0] ?? null;
}

async function settle(operation: ClaimedOperation): Promise<void> {
  const resolve = resolverOf(operation.action);
  if (!resolve) return settleUnreadable(operation);
  const matureMs = longestProcessingMs(env().issuer.timeoutMs);
  const evidence = (operation.evidence ? unseal(operation.evidence) : null) as Evidence | null;
  const outcome: Outcome = await resolve({
    ...operation,
    evidence,
    isMature: operation.sent_age_ms >= matureMs,
    onProgress: () => renewClaim(operation),
  });
  if (outcome.is === "succeeded") {
    const isSettled = await finishUnknown(operation, {
      outcome: "succeeded",
      result: success(outcome.data),
      cardId: outcome.cardId,
      message: "Found in the issuer’s records: the request succeeded.",
      before: evidence?.before,
      after: outcome.after,
    });
    if (isSettled) await keepProfile(outcome.data, evidence?.input).catch(() => undefined);
    // Another create took the card: this one looks again.
    if (!isSettled) await tryAgain(operation, { isCounted: false, pauseMs: pauseWhileOpenMs(0) });
  } else if (outcome.is === "failed") {
    const isSettled = await finishUnknown(operation, {
      outcome: "failed",
      result: didNotHappen(operation.id),
      cardId: null,
      message: "Not found in the issuer’s records: the request failed.",
    });
    // The request was sent while the records were read.
    if (!isSettled) await tryAgain(operation, { isCounted: false, pauseMs: pauseWhileOpenMs(0) });
  } else if (outcome.is === "unreadable-evidence") {
    log().warn(
      { operationId: operation.id },
      "Can't read what an operation sent to the issuer: settle it by hand under Needs attention",
    );
    await leaveToPerson(operation, { isEvidenceUnreadable: true });
  } else if (outcome.is === "inconclusive") {
    const pauseMs = pauseAfterInconclusiveMs(operation.attempts + 1);
    await tryAgain(operation, { isCounted: true, pauseMs });
  } else {
    const untilMatureMs = matureMs - operation.sent_age_ms;
    const pauseMs = pauseWhileOpenMs(operation.age_ms);
    const isSooner = outcome.is === "pending" && untilMatureMs > 0 && untilMatureMs < pauseMs;
    await tryAgain(operation, { isCounted: false, pauseMs: isSooner ? untilMatureMs : pauseMs });
  }
}

/** A card that was found later fills in its customer's next one like any other. */
async function keepProfile(data: unknown, input: unknown): Promise<void> {
  const card = Card.safeParse(data);
  const request = CreateCardRequest.safeParse(input);
  if (card.success && request.success) await updateCustomerProfile(card.data, request.data);
}

/** Acts at the issuer or its sandbox, and leaves no record there that could be read. */
const LEFT_TO_A_PERSON = /^(report\.(request|retry)|sandbox\..+)$/;

/** An action whose process died, and of which the issuer's records hold nothing. */
async function settleUnreadable(operation: ClaimedOperation): Promise<void> {
  if (LEFT_TO_A_PERSON.test(operation.action))
    return leaveToPerson(operation, { isEvidenceUnreadable: false });
  await finishUnknown(operation, {
    outcome: "failed",
    result: interrupted(operation.id),
    cardId: null,
    message: "Interrupted: Cardwell stopped before this finished.",
  });
}

/** A person is asked at once. Evidence that can't be read is tried again now and then: its secret may come back. */
async function leaveToPerson(
  { id, target }: ClaimedOperation,
  { isEvidenceUnreadable }: { isEvidenceUnreadable: boolean },
): Promise<void> {
  await (await pool()).query(
    `update operations set state = 'unknown', attempts = greatest(attempts, $2), is_evidence_unreadable = $3,
       next_attempt_at = case when $3 then now() + make_interval(secs => $4) end
     where id = $1 and state in ('begun', 'unknown')`,
    [id, TRIES, isEvidenceUnreadable, pauseAfterInconclusiveMs(Number.POSITIVE_INFINITY) / 1000],
  );
  await publish(["attention", ...(target ? [`card:${target}`] : [])]);
}

/** Only a reading that could not tell counts: an issuer that cannot be reached uses nothing up. */
async function tryAgain(
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

async function renewClaim({ id, attempts }: ClaimedOperation): Promise<void> {
  await (await pool()).query(
    `update operations set next_attempt_at = now() + interval '${CLAIM_SECONDS} seconds'
     where id = $1 and attempts = $2 and state in ('begun', 'unknown')`,
    [id, attempts],
  );
}

/** The schedule comes once a minute: what is due before that gets a job of its own, one for all who would send it. */
async function scheduleNext(): Promise<void> {
  const { rows } = await (await pool()).query<{ due: Date | null; wait_seconds: number | null }>(
    `select min(next_attempt_at) as due, extract(epoch from min(next_attempt_at) - now())::float8 as wait_seconds
     from operations where state in ('begun', 'unknown') and ${isOursToOpen("evidence", "begun_at")}`,
  );
  const { due, wait_seconds: waitSeconds } = rows[0] ?? {};
  if (!due || waitSeconds === null || waitSeconds === undefined || waitSeconds > 60) return;
  const afterSeconds = Math.max(1, Math.ceil(waitSeconds));
  await sendJob(SETTLE_JOB, {}, { afterSeconds, once: due.toISOString() });
}

/** For whoever asks again: it may be sent once more. */
export function didNotHappen(operationId: string): Result<never> {
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

function interrupted(operationId: string): Result<never> {
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
