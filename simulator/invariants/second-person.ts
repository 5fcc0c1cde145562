import type { AuditEntry } from "@/lib/audit/entry";
import { readAuditLog } from "@/simulator/audit-log";
import { hasHighLimit } from "@/simulator/bulk/files";
import type { Call } from "@/simulator/edges/network";
import { callsFor } from "@/simulator/effects";
import type { Intent } from "@/simulator/intent";
import type { Crowd } from "@/simulator/people";
import { isAsked, possibleApprovals, possiblePolicies } from "@/simulator/possible-approvals";
import { possibleRoles, possibleStates } from "@/simulator/possible-roles";
import type { GovernedKind } from "@/simulator/step";
import type { Invariant } from "./invariant";

export const secondPerson: Invariant = {
  name: "second-person",
  promise:
    "What a policy governs reaches the issuer only with the approval of another person who may give it then, or as a recorded emergency.",
  when: "end",
  async findViolation({ world, crowd }) {
    const entries = await readAuditLog(world);
    for (const intent of crowd.intents) {
      const calls = callsFor(world, intent);
      const [call] = calls;
      if (!call || !isGoverned(intent, calls, crowd, call.sentAt)) continue;
      const isAllowed = isEmergency(intent, crowd, entries) || isApproved(intent, crowd, call.sentAt);
      if (!isAllowed) return `${intent.person} did ${intent.act.do} (${intent.operationId}) alone`;
    }
    return null;
  },
};

/** Whatever the policies may have been until then. */
function isGoverned(intent: Intent, calls: Call[], { intents }: Crowd, until: number): boolean {
  const kind = kindOf(intent, calls);
  if (kind === null) return false;
  return (
    isAsked(intent) ||
    possiblePolicies(intents, intent.begunAt, until).every(({ kinds }) => kinds.includes(kind))
  );
}

/** The row with the high limit may have been left to another run of the same file. */
function kindOf({ act, ...intent }: Intent, calls: Call[]): GovernedKind | null {
  if (act.do === "block" || act.do === "reissue") return act.do;
  const isIssue = act.do === "issue-file" && (isAsked({ act, ...intent }) || calls.some(hasHighLimit));
  return isIssue ? "issue" : null;
}

function isEmergency({ act, person, begunAt, operationId }: Intent, crowd: Crowd, entries: AuditEntry[]) {
  const isRecorded = entries.some(
    (entry) =>
      entry.action === "approval.emergency" &&
      entry.operationId === operationId &&
      entry.actor?.id === crowd.people[person].id,
  );
  const isAlone = "note" in act && act.note === "alone";
  return isAlone && isRecorded && possibleRoles(crowd, person, begunAt).includes("admin");
}

function isApproved(request: Intent, crowd: Crowd, until: number): boolean {
  const policies = possiblePolicies(crowd.intents, request.begunAt, until);
  return possibleApprovals(request, crowd.intents).some(({ person, begunAt }) => {
    const roles = possibleRoles(crowd, person, begunAt, until);
    const mayApprove = policies.some(({ approvers }) => roles.some((role) => approvers.includes(role)));
    const isActive = possibleStates(crowd, person, begunAt, until).includes("active");
    return person !== request.person && begunAt <= until && mayApprove && isActive;
  });
}
