import { pauseAfterInconclusiveMs } from "@/lib/jobs/resolution-times";
import { MAX_INCONCLUSIVE_ATTEMPTS } from "@/lib/jobs/resolve-operations";
import { callsFor, isCarriedOut } from "@/simulator/effects";
import type { Intent } from "@/simulator/intent";
import { isRefused } from "@/simulator/possible-values";
import type { Evidence, Invariant } from "./invariant";

type Open = { id: string; action: string; state: string; is_left: boolean };

export const resolvedOperations: Invariant = {
  name: "resolved-operations",
  promise:
    "No operation stays open once the issuer responds and time has passed, unless its records don't show the outcome, and then a person is asked.",
  when: "end",
  async findViolation({ world, crowd }) {
    const rows = await world.databases.dashboard.read<Open>(
      `select id::text, action, state, attempts >= ${MAX_INCONCLUSIVE_ATTEMPTS} and not is_evidence_unreadable as is_left
       from operations where state in ('begun', 'unknown')`,
    );
    for (const { id, action, state, is_left } of rows) {
      if (!is_left) return `${id} (${action}) is still ${state}`;
      const intent = crowd.intents.find(({ operationId }) => operationId === id);
      if (!intent || !isUnclear(intent, { world, crowd }))
        return `${id} (${action}) was left to a person without a reason`;
    }
    return null;
  },
};

/** The soonest that a person is asked. The records are still checked then, but ever more rarely. */
const ASKED_AFTER_MS = Array.from({ length: MAX_INCONCLUSIVE_ATTEMPTS - 1 }, (_, index) =>
  pauseAfterInconclusiveMs(index + 1, () => 0),
).reduce((sum, pauseMs) => sum + pauseMs);

const STATUS_CHANGES = new Set<Intent["act"]["do"]>(["freeze", "unfreeze", "block"]);

/** Whether the issuer's records can't show what this operation did. */
function isUnclear(intent: Intent, { world, crowd }: Pick<Evidence, "world" | "crowd">): boolean {
  const { act, cardId } = intent;
  const others = crowd.intents.filter((other) => other !== intent && !isRefused(other));
  if (act.do === "create") {
    // Their cards look the same, and a create may have made either of them as long as it has no answer.
    return others.some(
      (other) =>
        other.act.do === "create" &&
        other.act.customer === act.customer &&
        !other.answers.every(({ result, at }) => result?.ok && at - intent.begunAt < ASKED_AFTER_MS),
    );
  }
  const isRival = (other: Intent) =>
    other.cardId === cardId &&
    (act.do === "reissue" ? other.act.do === "reissue" : STATUS_CHANGES.has(other.act.do));
  if (act.do === "reissue") return !callsFor(world, intent).some(isCarriedOut) || others.some(isRival);
  return STATUS_CHANGES.has(act.do) && others.some(isRival);
}
