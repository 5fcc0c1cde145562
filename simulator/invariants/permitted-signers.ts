import { can } from "@/lib/domain/people/permissions";
import type { Intent } from "@/simulator/intent";
import type { Crowd } from "@/simulator/people";
import { isAsked, possibleApprovals, possiblePolicies } from "@/simulator/possible-approvals";
import { possibleRoles, possibleStates } from "@/simulator/possible-roles";
import type { Invariant } from "./invariant";

type SignOff = { id: string; person: string; second: string | null; at: Date };

export const permittedSigners: Invariant = {
  name: "permitted-signers",
  promise:
    "A day is signed off by somebody who may do so then, and where a policy asks for it, also by another one.",
  when: "end",
  async findViolation({ world, crowd }) {
    const signOffs = await world.databases.dashboard.read<SignOff>(
      "select id::text, person_id::text as person, second_person_id::text as second, signed_at as at from sign_offs",
    );
    for (const signOff of signOffs) {
      const problem = findProblem(signOff, crowd);
      if (problem) return `The sign-off ${signOff.id} ${problem}`;
    }
    return null;
  },
};

function findProblem({ id, person, second, at }: SignOff, crowd: Crowd): string | null {
  const intent = crowd.intents.find(({ operationId }) => operationId === id);
  if (intent?.act.do !== "sign-off" || crowd.people[intent.person].id !== person) return "is nobody's";
  if (!mayDo(intent, at, crowd)) return `is by ${intent.person}, who may not`;
  if (second === null) return needsSecond(intent, at, crowd) ? `is by ${intent.person} alone` : null;
  if (second === person) return `is twice by ${intent.person}`;
  const isApproved = possibleApprovals(intent, crowd.intents).some(
    (approval) => crowd.people[approval.person].id === second && mayDo(approval, at, crowd),
  );
  return isApproved ? null : "has a second person who may not approve it";
}

function mayDo({ person, begunAt }: Intent, at: Date, crowd: Crowd): boolean {
  const until = Math.max(begunAt, at.getTime());
  return (
    possibleStates(crowd, person, begunAt, until).includes("active") &&
    possibleRoles(crowd, person, begunAt, until).some((role) => can(role, "reconciliation.sign-off"))
  );
}

function needsSecond(intent: Intent, at: Date, crowd: Crowd): boolean {
  const { act, person, begunAt } = intent;
  const isEmergency =
    "note" in act && act.note === "alone" && possibleRoles(crowd, person, begunAt).includes("admin");
  const policies = possiblePolicies(crowd.intents, begunAt, at.getTime());
  return !isEmergency && (isAsked(intent) || policies.every(({ kinds }) => kinds.includes("sign-off")));
}
