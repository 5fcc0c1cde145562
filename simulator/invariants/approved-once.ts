import { MAX_INCONCLUSIVE_ATTEMPTS } from "@/lib/jobs/resolve-operations";
import { callsFor, isCarriedOut } from "@/simulator/effects";
import type { Intent } from "@/simulator/intent";
import { possibleApprovals } from "@/simulator/possible-approvals";
import { doneAt } from "@/simulator/possible-values";
import type { World } from "@/simulator/world";
import type { Invariant } from "./invariant";

export const approvedOnce: Invariant = {
  name: "approved-once",
  promise:
    "What was approved happens at most once, and once the issuer responds it has happened or its requester is told that it failed.",
  when: "end",
  async findViolation({ world, crowd }) {
    for (const request of crowd.intents) {
      const approvals = possibleApprovals(request, crowd.intents);
      if (approvals.length === 0) continue;
      const problem = findRepeated(request, world) ?? (await findWrongEnd(request, approvals, world));
      if (problem) return `${request.operationId} (${request.act.do}) was approved, and ${problem}`;
    }
    return null;
  },
};

/** A block has the same effect however often it is sent. */
function findRepeated(request: Intent, world: World): string | null {
  const reissues = callsFor(world, request).filter(({ path }) => path.endsWith("/replace"));
  const times = reissues.flatMap(({ statuses }) => statuses).filter((status) => status < 300).length;
  return times > 1 ? `happened ${times} times` : null;
}

type Told = { state: string; outcome: string | null; is_left: boolean };

/** What the requester's page says, against the issuer's records. */
async function findWrongEnd(request: Intent, approvals: Intent[], world: World): Promise<string | null> {
  const [told] = await world.databases.dashboard.read<Told>(
    `select r.state, r.outcome, coalesce(o.attempts >= ${MAX_INCONCLUSIVE_ATTEMPTS}, false) as is_left
     from approval_requests r left join operations o on o.id = r.id where r.id = $1`,
    [request.operationId],
  );
  const isTold = approvals.some((approval) => doneAt(approval) !== null);
  if (isTold && told?.state !== "approved" && told?.state !== "void") return `is ${told?.state ?? "gone"}`;
  if (told?.state !== "approved" || told.is_left) return null;
  if (told.outcome === null) return "its requester is told nothing";
  if (request.act.do === "issue-file") return findWrongStart(told, request, world);
  if (request.act.do !== "block" && request.act.do !== "reissue") return null;
  const isDone = callsFor(world, request).some(isCarriedOut);
  if (told.outcome === "succeeded" && !isDone) return "is reported as done, but didn't happen";
  return told.outcome === "failed" && isDone ? "is reported as failed, but happened" : null;
}

/** Its cards are their own matter (one-card-per-row.ts). */
async function findWrongStart(
  { outcome }: Told,
  { operationId }: Intent,
  world: World,
): Promise<string | null> {
  const [run] = await world.databases.dashboard.read<{ is_started: boolean }>(
    "select started_at is not null as is_started from runs where id = $1",
    [operationId],
  );
  if (outcome === "succeeded" && !run?.is_started) return "is reported as done, but its run was not started";
  return outcome === "failed" && run?.is_started ? "is reported as failed, but its run was started" : null;
}
