import "server-only";
import { z } from "zod";
import { findDifferences, readCurrentState, versionOf } from "@/lib/approvals/current-state";
import { governedOperation } from "@/lib/approvals/governed-operations";
import { findRequest, listRequests, type StoredRequest } from "@/lib/approvals/requests";
import { isSameDevice } from "@/lib/approvals/same-device";
import { approversOf, listActivePeople, readApprovalSettings } from "@/lib/approvals/settings";
import { requestInfo } from "@/lib/auth/request-info";
import type { Actor } from "@/lib/auth/sessions";
import { findProgramCurrency } from "@/lib/card-index/program-currency";
import { CardId } from "@/lib/contract/card";
import { pool } from "@/lib/db/database";
import type { ApprovalDetail, ApprovalItem } from "@/lib/domain/approvals/approval-request";
import {
  type ApprovalNeed,
  type ApprovalNeeds,
  type ApprovalPolicy,
  approverRoles,
  DECIDING_PERMISSIONS,
  isPassable,
  POLICY_KINDS,
  POLICY_PERMISSIONS,
  type PolicyKind,
  type RoleNeeds,
  rolePolicy,
} from "@/lib/domain/approvals/policies";
import { can, ROLES } from "@/lib/domain/people/permissions";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineQuery } from "./define-query";

/** Parameters: the person's ID and role. */
const IS_WAITING_FOR_ME = `r.state = 'waiting' and r.expires_at > now() and r.requester_id <> $1
  and r.target is distinct from $1::text and r.policy -> 'approverRoles' ? $2::text`;

const MAX_LISTED = 100;

const LISTS = {
  waiting: `${IS_WAITING_FOR_ME} order by r.requested_at`,
  mine: "r.requester_id = $1 and $2::text <> '' order by r.state = 'waiting' desc, r.requested_at desc",
  decided: "r.state <> 'waiting' and $1::uuid is not null and $2::text <> '' order by r.decided_at desc",
} as const;

export const getApprovals = defineQuery({
  name: "approval requests",
  permission: "approvals.read",
  input: z.object({ list: z.enum(["waiting", "mine", "decided"]) }),
  async run({ input, actor }) {
    const [requests, waiting] = await Promise.all([
      listRequests(`${LISTS[input.list]} limit ${MAX_LISTED}`, [actor.id, actor.role]),
      countWaiting(actor),
    ]);
    return success({ items: requests.map((request) => toItem(request, actor)), waiting });
  },
});

export const getWaitingCount = defineQuery({
  name: "the number of approval requests",
  permission: "approvals.read",
  input: z.object({}),
  run: async ({ actor }) => success({ waiting: await countWaiting(actor) }),
});

async function countWaiting({ id, role }: Actor): Promise<number> {
  const { rows } = await (await pool()).query<{ count: string }>(
    `select count(*) from approval_requests r where ${IS_WAITING_FOR_ME}`,
    [id, role],
  );
  return Number(rows[0]?.count ?? 0);
}

export const getApproval = defineQuery({
  name: "an approval request",
  permission: "approvals.read",
  input: z.object({ requestId: OwnId }),
  async run({ input, actor, requestId }) {
    const request = await findRequest(input.requestId);
    if (!request)
      return failure({ code: "not-found", message: "Request not found.", requestId, retry: "never" });
    return success(await toDetail(request, actor, requestId));
  },
});

/** Requests that wait on a card's page, for everyone who may see the card. */
export const getCardApprovals = defineQuery({
  name: "a card's approval requests",
  permission: "cards.read",
  input: z.object({ cardId: CardId }),
  async run({ input, actor, requestId }) {
    const requests = await listRequests(
      `r.target = $1 and r.kind in ('block', 'reissue', 'issue') and r.expires_at > now() and r.state = 'waiting'
       order by r.requested_at`,
      [input.cardId],
    );
    return success(await Promise.all(requests.map((request) => toDetail(request, actor, requestId))));
  },
});

/** The request that waits on a run's page. */
export const getRunApproval = defineQuery({
  name: "a bulk run's approval request",
  permission: "bulk.freeze",
  input: z.object({ requestId: OwnId }),
  async run({ input, actor, requestId }) {
    const request = await findRequest(input.requestId);
    const isOfRun = request?.action === "run.start-block";
    return success(isOfRun ? await toDetail(request, actor, requestId) : null);
  },
});

/** What needs a second person now, for the dialogs of the person who asks. */
export const getApprovalNeeds = defineQuery({
  name: "the approval policies",
  permission: "approvals.read",
  input: z.object({}),
  async run({ actor }) {
    const { settings } = await readApprovalSettings();
    if (!settings.policies.policy.isOn) return success<ApprovalNeeds>({});
    const people = await listActivePeople();
    const needs = POLICY_KINDS.filter((kind) => settings.policies[kind].isOn).map((kind) => [
      kind,
      toNeed(kind, settings.policies[kind], people, actor),
    ]);
    return success(Object.fromEntries(needs) as ApprovalNeeds);
  },
});

/** Which roles an admin can't give alone now. An approver is never made alone. */
export const getRoleNeeds = defineQuery({
  name: "the approval policies for roles",
  permission: "users.manage",
  input: z.object({}),
  async run({ actor }) {
    const { settings } = await readApprovalSettings();
    const people = await listActivePeople();
    const needs = ROLES.filter((role) => rolePolicy(settings, role).isOn).map((role) => {
      const need = toNeed("role", rolePolicy(settings, role), people, actor);
      return [role, { ...need, canActAlone: !approverRoles(settings).includes(role) }];
    });
    return success(Object.fromEntries(needs) as RoleNeeds);
  },
});

/** What the dialog of a sign-off needs; null if no second person does. */
export async function findSignOffNeed(period: "day" | "month", actor: Actor): Promise<ApprovalNeed | null> {
  const { settings } = await readApprovalSettings();
  const policy = settings.policies["sign-off"];
  if (!policy.isOn || (period === "day" && !policy.includesDays)) return null;
  return toNeed("sign-off", policy, await listActivePeople(), actor);
}

function toNeed(
  kind: PolicyKind,
  policy: ApprovalPolicy,
  people: Awaited<ReturnType<typeof listActivePeople>>,
  actor: Actor,
): ApprovalNeed {
  return {
    approvers: approversOf(kind, policy, people, [actor.id]).map(({ name }) => name),
    threshold: policy.threshold ?? null,
    canActAlone: can(actor.role, "approvals.manage"),
  };
}

export const getApprovalSettings = defineQuery({
  name: "the approval settings",
  permission: "approvals.manage",
  input: z.object({}),
  async run() {
    const [stored, people, currency] = await Promise.all([
      readApprovalSettings(),
      listActivePeople(),
      findProgramCurrency(),
    ]);
    const { policies } = stored.settings;
    const waiting = await listRequests(
      "r.kind = 'policy' and r.state = 'waiting' and r.expires_at > now()",
      [],
    );
    return success({
      ...stored,
      currency,
      people: people
        .filter(({ role }) => POLICY_KINDS.some((kind) => can(role, DECIDING_PERMISSIONS[kind])))
        .map(({ name, role }) => ({ name, role })),
      /** People whose own requests nobody else can approve, and policies that nobody can pass anymore. */
      stuck: POLICY_KINDS.filter((kind) => policies[kind].isOn && !isPassable(kind, policies[kind], people)),
      unapprovable: Object.fromEntries(
        POLICY_KINDS.map((kind) => [
          kind,
          people
            .filter(
              ({ id, role }) =>
                can(role, POLICY_PERMISSIONS[kind]) &&
                approversOf(kind, policies[kind], people, [id]).length === 0,
            )
            .map(({ name }) => name),
        ]),
      ) as Record<PolicyKind, string[]>,
      pendingChange: waiting[0] ? { id: waiting[0].id, requester: waiting[0].requester.name } : null,
    });
  },
});

function mayReadContent({ role }: Actor, kind: PolicyKind): boolean {
  return can(role, "approvals.read") || can(role, DECIDING_PERMISSIONS[kind]);
}

function toItem(request: StoredRequest, actor: Actor): ApprovalItem {
  const { id, kind, action, target, content, state, requester, decidedAt, decidedBy, outcome } = request;
  const review = content && governedOperation(request).approval.review(content.input, content.state);
  return {
    id,
    kind,
    state: state === "waiting" && request.isExpired ? "expired" : state,
    title: review?.title ?? null,
    subject: review?.subject ?? null,
    reason: mayReadContent(actor, kind) ? (content?.reason ?? null) : null,
    requester: requester.name,
    isMine: requester.id === actor.id,
    requestedAt: request.requestedAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    decision: decidedAt && {
      by: decidedBy?.name ?? null,
      at: decidedAt.toISOString(),
      comment: request.comment,
      isSameDevice: request.isSameDevice,
    },
    outcome: outcome && { is: outcome, message: request.outcomeMessage },
    cardId: action.startsWith("card.") ? target : null,
    runId: action.startsWith("run.") ? target : null,
  };
}

/** The request that waits for a second person of a sign-off, for those who may decide on it, and for who made it. */
export async function findWaitingSignOff(
  period: string,
  actor: Actor,
  requestId: string,
): Promise<ApprovalDetail | null> {
  const [request] = await listRequests(
    "r.target = $1 and r.kind = 'sign-off' and r.expires_at > now() and r.state = 'waiting'",
    [period],
  );
  return request ? toDetail(request, actor, requestId) : null;
}

/** Reads the target again if the person can decide, because an approval is bound to what they see. */
async function toDetail(request: StoredRequest, actor: Actor, requestId: string): Promise<ApprovalDetail> {
  const item = toItem(request, actor);
  const { content, kind, policy } = request;
  const mayRead = mayReadContent(actor, kind);
  const isOpen = item.state === "waiting";
  const canDecide =
    isOpen &&
    !item.isMine &&
    request.target !== actor.id &&
    can(actor.role, DECIDING_PERMISSIONS[kind]) &&
    policy.approverRoles.includes(actor.role);
  const current = canDecide && content ? await readCurrentState(request, content, requestId) : null;
  const state = current?.ok ? current.data : null;
  return {
    ...item,
    review:
      content && mayRead ? governedOperation(request).approval.review(content.input, content.state) : null,
    differences: content && state ? findDifferences(content.state, state) : [],
    problem: current && !current.ok ? current.error.message : null,
    version: content && state ? versionOf(request, content, state) : null,
    approvers: isOpen
      ? approversOf(kind, policy, await listActivePeople(), [request.requester.id, request.target]).map(
          ({ name }) => name,
        )
      : [],
    canDecide,
    isSameDevice: canDecide && (await isSameDevice(request.requester, await requestInfo())),
  };
}
