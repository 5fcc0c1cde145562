import { can } from "@/lib/domain/people/permissions";
import type { ErrorCode } from "@/lib/domain/result";
import type { Crowd, Intent } from "@/simulator/people";
import { possibleRoles, possibleStates } from "@/simulator/possible-roles";
import { isDisturbance } from "@/simulator/step";
import type { Invariant } from "./invariant";
import { NEEDED } from "./permitted-actions";

export const worksWhenCalm: Invariant = {
  name: "works-when-calm",
  promise: "Without faults, whatever people may do succeeds, unless another change is in conflict with it.",
  when: "end",
  async findViolation({ plan, crowd }) {
    if (plan.steps.some(isDisturbance)) return null;
    for (const intent of crowd.intents) {
      for (const { result } of intent.answers) {
        if (result?.ok) continue;
        const code = result?.error.code ?? null;
        if (code === null || !REASONS[code]?.(intent, crowd))
          return `${intent.operationId} (${intent.act.do}): ${code ?? "no response"} without a reason`;
      }
    }
    return null;
  },
};

type HasReason = (intent: Intent, crowd: Crowd) => boolean;

/** The refusals that may have a reason. */
const REASONS: Partial<Record<ErrorCode, HasReason>> = {
  forbidden: ({ act, person, begunAt }, crowd) =>
    act.do !== "sign-in" &&
    act.do !== "sign-out" &&
    possibleRoles(crowd, person, begunAt).some((role) => !can(role, NEEDED[act.do])),
  "signed-out": ({ person, begunAt }, crowd) =>
    possibleStates(crowd, person, begunAt).includes("disabled") ||
    crowd.intents.some(
      (other) =>
        other.person === person && (other.act.do === "sign-out" || other.act.do === "change-password"),
    ),
  conflict: hasRival,
  refused: hasRival,
};

/** Another intent about the same thing may have come first. */
function hasRival(intent: Intent, { intents }: Crowd): boolean {
  const { act, person, cardId } = intent;
  // An unfreeze needs a frozen card, and nobody changes themselves.
  if (act.do === "unfreeze" || ("target" in act && act.target === person)) return true;
  return intents.some(
    (other) =>
      other !== intent &&
      ((cardId !== null && other.cardId === cardId) ||
        ("report" in act && "report" in other.act && act.report === other.act.report) ||
        (act.do === "change-password" && (other.person === person || "target" in other.act))),
  );
}
