import "server-only";
import { createHash } from "node:crypto";
import type { Precaution } from "@/lib/approvals/approval-rule";
import { beginOperation, type Intent, waitForOperation } from "@/lib/audit/operations";
import { runOperation } from "@/lib/audit/run-operation";
import { freezeCardOperation } from "@/lib/card-index/freeze-card";
import type { ErrorCode, Result } from "@/lib/domain/result";

const WAIT_FOR_DUPLICATE_MS = 15_000;

/** Freezes the card before an action on it, as an operation of its own, so that the log and the card's page show it. */
export async function freezeFirst(
  cardId: string,
  { operationId, actor, address }: Intent,
  requestId: string,
): Promise<Precaution> {
  const frozen = await freezeOnce(
    cardId,
    { operationId: freezeIdOf(operationId), actor, address },
    requestId,
  );
  if (frozen?.ok) return { is: "taken", done: "The card was frozen first." };
  const { message, ...error } = frozen?.error ?? UNFINISHED;
  const why = UNCONFIRMED.has(error.code) ? "the freeze wasn’t confirmed" : "the card couldn’t be frozen";
  const text = `Nothing else was done, because ${why}. ${message}`;
  return { is: "failed", problem: { requestId, ...error, message: text } };
}

async function freezeOnce(
  cardId: string,
  { operationId, actor, address }: Pick<Intent, "operationId" | "actor" | "address">,
  requestId: string,
): Promise<Result<unknown> | null> {
  const input = { cardId, freeze: true } as const;
  const intent = { operationId, actor, address, input, action: freezeCardOperation.action, target: cardId };
  const started = await beginOperation(intent);
  if (started.is === "finished" || started.is === "rejected") return started.result;
  if (started.is === "running") return waitForOperation(operationId, WAIT_FOR_DUPLICATE_MS);
  if (started.is === "mismatch") return null;
  const context = { input, actor, request: { requestId }, operationId, trace: {} };
  return runOperation(freezeCardOperation, intent, context);
}

/** After these, the card may be frozen. */
const UNCONFIRMED: ReadonlySet<ErrorCode> = new Set([
  "issuer-unavailable",
  "issuer-broken",
  "unknown-outcome",
  "in-progress",
]);

const UNFINISHED = { code: "in-progress", message: "Try again.", retry: "safe" } as const;

/** The same for a repeated call, which must not freeze a card again that was unfrozen since. */
function freezeIdOf(operationId: string): string {
  const digits = createHash("sha256").update(`freeze first ${operationId}`).digest("hex");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}
