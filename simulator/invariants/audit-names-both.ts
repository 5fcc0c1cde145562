import type { AuditEntry } from "@/lib/audit/entry";
import { readAuditLog } from "@/simulator/audit-log";
import { callsFor } from "@/simulator/effects";
import type { Intent } from "@/simulator/intent";
import { ACCOUNTS } from "@/simulator/names";
import type { Crowd } from "@/simulator/people";
import { isAsked, possibleApprovals } from "@/simulator/possible-approvals";
import type { Invariant } from "./invariant";

export const auditNamesBoth: Invariant = {
  name: "audit-names-both",
  promise: "The audit log names the person who asked for what was done, and the one who approved it.",
  when: "end",
  async findViolation({ world, crowd }) {
    const entries = await readAuditLog(world);
    for (const request of crowd.intents) {
      if (callsFor(world, request).length === 0 || !isAsked(request)) continue;
      const missing = findMissing(request, crowd, entries);
      if (missing) return `${request.operationId} (${request.act.do}) was done, but the log ${missing}`;
    }
    return null;
  },
};

function findMissing(request: Intent, { people, intents }: Crowd, entries: AuditEntry[]): string | null {
  const requesterId = people[request.person].id;
  const isOwn = ({ operationId, actor }: AuditEntry) =>
    operationId === request.operationId && actor?.id === requesterId;
  if (!entries.some((entry) => isOwn(entry) && entry.action === "approval.request"))
    return "doesn't say who asked";
  const approval = possibleApprovals(request, intents).find(({ operationId, person }) =>
    entries.some(
      (entry) =>
        entry.operationId === operationId &&
        entry.action === "approval.approve" &&
        entry.outcome === "succeeded" &&
        entry.actor?.id === people[person].id,
    ),
  );
  if (!approval) return "doesn't say who approved";
  const { name } = ACCOUNTS[approval.person];
  const begun = entries.find((entry) => isOwn(entry) && entry.phase === "begin");
  return begun?.message?.includes(name) ? null : `doesn't name ${name} where it says that it was done`;
}
