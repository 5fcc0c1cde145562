import { can } from "@/lib/domain/people/permissions";
import { askedIn } from "@/simulator/answers";
import { callsFor } from "@/simulator/effects";
import type { Intent } from "@/simulator/intent";
import type { Crowd } from "@/simulator/people";
import { isAsked, possibleApprovals } from "@/simulator/possible-approvals";
import { possibleRoles, possibleStates } from "@/simulator/possible-roles";
import { doneAt } from "@/simulator/possible-values";
import type { Invariant } from "./invariant";
import { NEEDED } from "./permitted-actions";

export const endedRequests: Invariant = {
  name: "ended-requests",
  promise: "A request that was declined or withdrawn, or that expired or became void, has no effect.",
  when: "end",
  async findViolation({ world, crowd }) {
    for (const request of crowd.intents) {
      if (callsFor(world, request).length === 0) continue;
      const how = findEnd(request, crowd);
      if (how) return `${request.operationId} (${request.act.do}) ${how}, and the issuer was asked to do it`;
    }
    return null;
  },
};

function findEnd(request: Intent, crowd: Crowd): string | null {
  const ended = crowd.intents.find(
    (intent) =>
      (intent.act.do === "decline" || intent.act.do === "withdraw") &&
      intent.about === request &&
      doneAt(intent) !== null,
  );
  if (ended) return ended.act.do === "decline" ? "was declined" : "was withdrawn";
  // Without a policy it needed no approval.
  if (!isAsked(request)) return null;
  const approvals = possibleApprovals(request, crowd.intents);
  const expiresAt = Math.max(
    ...request.answers
      .map(({ result }) => Date.parse(askedIn(result)?.expiresAt ?? ""))
      .filter(Number.isFinite),
  );
  if (approvals.every(({ begunAt }) => begunAt > expiresAt)) return "had expired before anyone approved it";
  return approvals.every(({ begunAt }) => isVoidAt(request, begunAt, crowd))
    ? "was void before anyone approved it"
    : null;
}

/** The requester may certainly no longer do it. */
function isVoidAt({ person, act }: Intent, at: number, crowd: Crowd): boolean {
  const isOut = possibleStates(crowd, person, at).every((state) => state === "disabled");
  if (isOut || (act.do !== "block" && act.do !== "reissue" && act.do !== "issue-file")) return isOut;
  return !possibleRoles(crowd, person, at).some((role) => can(role, NEEDED[act.do]));
}
