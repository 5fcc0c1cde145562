import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { findPerson, type Person } from "@/lib/auth/people";
import { POLICY_PERMISSIONS, type PolicyKind } from "@/lib/domain/approvals/policies";
import { can } from "@/lib/domain/people/permissions";
import { announceOutcome } from "./announce";
import { governedOperation } from "./governed-operations";
import { endWaiting, listRequests, type StoredRequest } from "./requests";

/** Ends waiting requests that have expired or whose requester may no longer act. Returns them. */
export async function endUnanswered(
  client: pg.ClientBase,
  only: { kind: PolicyKind; target: string | null } | null = null,
): Promise<StoredRequest[]> {
  const requests = await listRequests(
    `r.state = 'waiting' and ($1::text is null or (r.kind = $1 and r.target = $2))
     and (r.expires_at <= now() or p.state <> 'active' or not (p.role = any($3) ))
     order by r.requested_at limit 100 for update of r skip locked`,
    [only?.kind ?? null, only?.target ?? null, ROLES_THAT_REQUEST],
    client,
  );
  for (const request of requests) {
    if (request.isExpired) await expire(client, request);
    else await voidRequest(client, request, await findPerson(client, request.requester.id));
  }
  return requests;
}

/** Roles that can't ask for anything are found by SQL; a partial loss is found when somebody decides. */
const ROLES_THAT_REQUEST = (["admin", "manager", "support", "finance", "auditor"] as const).filter((role) =>
  Object.values(POLICY_PERMISSIONS).some((permission) => can(role, permission)),
);

async function expire(client: pg.ClientBase, request: StoredRequest): Promise<void> {
  await endWaiting(client, request.id, { state: "expired" });
  await recordEnd(client, request, "approval.expire", "Nobody decided in time.");
  const requester = await findPerson(client, request.requester.id);
  if (requester)
    await announceOutcome(client, requester, {
      request,
      title: titleOf(request),
      outcome: "expired without a decision. It wasn’t carried out.",
      isGood: false,
    });
}

type Reason = {
  message: string;
  /** It may have been carried out, where this database doesn't show it. */
  isInDoubt?: true;
};

/** Also for an approved request that has not run. Without a reason, the requester lost the right to do it. */
export async function voidRequest(
  client: pg.ClientBase,
  request: StoredRequest,
  requester: Person | null,
  reason: Reason | null = null,
): Promise<void> {
  const why = requester?.state === "active" ? "may no longer do this" : "is disabled";
  const message = reason?.message ?? `${request.requester.name} ${why}.`;
  const effect = reason?.isInDoubt ? "" : "It wasn’t carried out.";
  const { isSameDevice, decidedBy, comment } = request;
  await endWaiting(client, request.id, {
    state: "void",
    decidedBy: decidedBy?.id ?? null,
    comment: [comment, message, effect].filter(Boolean).join(" "),
    isSameDevice,
  });
  await recordEnd(client, request, "approval.void", message);
  if (requester?.state === "active")
    await announceOutcome(client, requester, {
      request,
      title: titleOf(request),
      outcome: `is void. ${reason?.message ?? "You may no longer do this."} ${effect}`.trimEnd(),
      isGood: false,
    });
}

export function mayStillRequest(request: StoredRequest, requester: Person | null): boolean {
  return requester?.state === "active" && can(requester.role, POLICY_PERMISSIONS[request.kind]);
}

async function recordEnd(
  client: pg.ClientBase,
  { id, target }: StoredRequest,
  action: string,
  message: string,
): Promise<void> {
  await appendAudit(client, {
    phase: "event",
    outcome: "succeeded",
    operationId: id,
    action,
    target: target ?? id,
    message,
  });
}

/** "Block card •• 1234", or what kind of request it is if it can't be decrypted. */
export function titleOf({ action, content }: StoredRequest): string {
  if (!content) return "A request";
  return governedOperation({ action }).approval.review(content.input, content.state).title;
}
