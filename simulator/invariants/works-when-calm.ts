import { can } from "@/lib/domain/people/permissions";
import type { ErrorCode } from "@/lib/domain/result";
import { callsFor } from "@/simulator/effects";
import type { Answer, Intent } from "@/simulator/intent";
import type { Crowd } from "@/simulator/people";
import { possibleRoles, possibleStates } from "@/simulator/possible-roles";
import { type Act, isDisturbance } from "@/simulator/step";
import type { World } from "@/simulator/world";
import type { Invariant } from "./invariant";
import { NEEDED } from "./permitted-actions";

export const worksWhenCalm: Invariant = {
  name: "works-when-calm",
  promise: "Without faults, whatever people may do succeeds, unless another change is in conflict with it.",
  when: "end",
  async findViolation({ plan, crowd, world }) {
    if (plan.steps.some(isDisturbance)) return null;
    const hadBreak = plan.steps.some(({ is }) => is === "break");
    for (const intent of crowd.intents) {
      for (const { result, ...answer } of intent.answers) {
        if (result?.ok || (result && MAY_BE_REFUSED.has(intent.act.do))) continue;
        const code = result?.error.code ?? null;
        const isWaited = code === "confirm-identity" || code === "signed-out" ? hadBreak : false;
        if (code === null || (!isWaited && !REASONS[code]?.(intent, crowd, { world, ...answer })))
          return `${intent.operationId} (${intent.act.do}): ${code ?? "no response"} without a reason`;
      }
    }
    return null;
  },
};

/** What these come to depends on the clocks, on earlier codes, and on what others decide at the same time. */
const MAY_BE_REFUSED = new Set<Act["do"]>([
  "change-policies",
  "look",
  "approve",
  "approve-sign-off",
  "decline",
  "withdraw",
  "give-code",
  "confirm",
  "begin-factor",
  "add-factor",
  "remove-factors",
  "decide-removal",
  "end-session",
  "end-sessions-of",
  "stop-schedule",
  "set-exceptions",
  "add-rule",
  "end-rule",
  "sign-off",
  "reopen",
  "control-run",
]);

/** These end sessions of the person who does it, or of their target, or take away what they need. */
const ENDS_SESSIONS = new Set<Act["do"]>([
  "sign-out",
  "sign-in",
  "change-password",
  "add-factor",
  "end-session",
  "end-other-sessions",
  "end-sessions-of",
  "decide-removal",
  "remove-factors",
  "require-factor",
]);

type Asked = Omit<Answer, "result"> & { world: World };
type HasReason = (intent: Intent, crowd: Crowd, asked: Asked) => boolean;

/** The refusals that may have a reason. */
const REASONS: Partial<Record<ErrorCode, HasReason>> = {
  forbidden: ({ act, person, begunAt }, crowd) =>
    act.do !== "sign-in" &&
    act.do !== "sign-out" &&
    act.do !== "give-code" &&
    possibleRoles(crowd, person, begunAt).some(
      (role) => !can(role, NEEDED[act.do]) || ("note" in act && act.note === "alone" && role !== "admin"),
    ),
  "signed-out": ({ person, begunAt }, crowd) =>
    possibleStates(crowd, person, begunAt).includes("disabled") ||
    crowd.intents.some(
      ({ act, ...other }) =>
        ENDS_SESSIONS.has(act.do) && (other.person === person || "target" in act || "role" in act),
    ),
  "approval-required": (_, { intents }) => intents.some(({ act }) => act.do === "change-policies"),
  conflict: hasRival,
  "issuer-unavailable": (intent, _, asked) => callsFor(asked.world, intent).length === 0 && hadToWait(asked),
  refused: (intent, crowd) => hasRival(intent, crowd) || mayLackApprover(intent, crowd),
};

/** Of a run: the only other person who could approve it may not do so anymore. */
function mayLackApprover({ act }: Intent, { intents }: Crowd): boolean {
  return (
    act.do === "issue-file" && intents.some(({ act }) => act.do === "change-role" || act.do === "disable")
  );
}

/** Every transaction waits for those of everybody else, which no real database makes them do. */
function hadToWait({ world, dashboard, sentAt, at }: Asked): boolean {
  const { name } = world.dashboards[dashboard] ?? {};
  return world.databases.dashboard.longWaits.some(
    ({ machine, from, to }) => machine.name === name && to > sentAt && from < at,
  );
}

/** From the plan to its start. */
const PLANNING_MS = 5_000;

function isAtOnce(intent: Intent, other: Intent): boolean {
  const end = Math.max(...intent.answers.map(({ at }) => at));
  const otherEnd = Math.max(...other.answers.map(({ at }) => at));
  return other.begunAt < end && otherEnd > intent.begunAt - PLANNING_MS;
}

/** Another intent about the same thing may have come first. */
function hasRival(intent: Intent, { intents }: Crowd): boolean {
  const { act, person, cardId } = intent;
  // An unfreeze needs a frozen card, and nobody changes themselves.
  if (act.do === "unfreeze" || ("target" in act && act.target === person)) return true;
  return intents.some(
    (other) =>
      other !== intent &&
      ((cardId !== null && other.cardId === cardId) ||
        ("target" in act && "target" in other.act && other.act.target === act.target) ||
        ("report" in act && "report" in other.act && act.report === other.act.report) ||
        // It may be planned when somebody cancels the newest run.
        (act.do === "issue-file" &&
          other.act.do === "control-run" &&
          other.act.to === "canceled" &&
          isAtOnce(intent, other)) ||
        (act.do === "change-password" && (other.person === person || "target" in other.act))),
  );
}
