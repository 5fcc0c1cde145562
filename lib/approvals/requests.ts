import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { rowContext, seal, sealText, unseal, unsealText } from "@/lib/db/seal";
import type { ApprovalState } from "@/lib/domain/approvals/approval-request";
import type { ApprovalPolicy, PolicyKind } from "@/lib/domain/approvals/policies";
import type { TargetState } from "./approval-rule";

/** What was frozen when the request was made. */
export type RequestContent = { input: unknown; state: TargetState; reason: string };

export type Requester = { id: string; address: string | null; agent: string | null; device: string | null };

export type StoredRequest = {
  id: string;
  kind: PolicyKind;
  /** Of the operation that will run. */
  action: string;
  target: string | null;
  policy: ApprovalPolicy;
  /** Null if no configured secret can decrypt it. */
  content: RequestContent | null;
  state: ApprovalState;
  requester: Requester & { name: string };
  requestedAt: Date;
  expiresAt: Date;
  isExpired: boolean;
  decidedBy: { id: string; name: string } | null;
  decidedAt: Date | null;
  comment: string | null;
  isSameDevice: boolean;
  outcome: "succeeded" | "failed" | null;
  outcomeMessage: string | null;
  finishedAt: Date | null;
};

type Row = Omit<StoredRequest, "content" | "comment" | "requester" | "decidedBy"> & {
  content: string;
  comment: string | null;
  requesterId: string;
  requesterName: string;
  address: string | null;
  agent: string | null;
  device: string | null;
  deciderId: string | null;
  deciderName: string | null;
};

const SELECT = `select r.id, r.kind, r.action, r.target, r.policy, r.content, r.state, r.comment, r.outcome,
  r.requester_id as "requesterId", p.name as "requesterName", r.requester_address as address,
  r.requester_agent as agent, r.requester_device as device, r.requested_at as "requestedAt",
  r.expires_at as "expiresAt", r.expires_at <= now() as "isExpired", r.decided_by as "deciderId",
  d.name as "deciderName", r.decided_at as "decidedAt", r.is_same_device as "isSameDevice",
  r.outcome_message as "outcomeMessage", r.finished_at as "finishedAt"
  from approval_requests r join people p on p.id = r.requester_id left join people d on d.id = r.decided_by`;

/** `condition` is one of our own constants. */
export async function listRequests(
  condition: string,
  values: readonly unknown[],
  db?: pg.Pool | pg.ClientBase,
): Promise<StoredRequest[]> {
  const { rows } = await (db ?? (await pool())).query<Row>(`${SELECT} where ${condition}`, [...values]);
  return rows.map(toRequest);
}

export async function findRequest(id: string, db?: pg.Pool | pg.ClientBase): Promise<StoredRequest | null> {
  return (await listRequests("r.id = $1", [id], db))[0] ?? null;
}

/** Locks the request until the transaction ends. */
export async function lockRequest(client: pg.ClientBase, id: string): Promise<StoredRequest | null> {
  return (await listRequests("r.id = $1 for update of r", [id], client))[0] ?? null;
}

type NewRequest = {
  id: string;
  kind: PolicyKind;
  action: string;
  target: string | null;
  policy: ApprovalPolicy;
  content: RequestContent;
  requester: Requester;
  state: "waiting" | "emergency";
  expiresAfterHours: number;
};

/** Returns false if it exists, or another request for the same target is waiting. */
export async function insertRequest(client: pg.ClientBase, request: NewRequest): Promise<boolean> {
  const { requester } = request;
  const { rowCount } = await client.query(
    `insert into approval_requests (id, kind, target, policy, content, state, requester_id, requester_address,
       requester_agent, requester_device, expires_at, decided_at, action)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(hours => $11),
       case when $6 = 'emergency' then now() end, $12)
     on conflict do nothing`,
    [
      request.id,
      request.kind,
      request.target,
      JSON.stringify(request.policy),
      seal(request.content, rowContext("approval_requests.content", request.id)),
      request.state,
      requester.id,
      requester.address,
      requester.agent,
      requester.device,
      request.expiresAfterHours,
      request.action,
    ],
  );
  return Boolean(rowCount);
}

type Ending = {
  state: Exclude<ApprovalState, "waiting" | "emergency">;
  decidedBy?: string | null;
  comment?: string | null;
  isSameDevice?: boolean;
};

/** Call with the request locked, after its state was checked. */
export async function endWaiting(
  client: pg.ClientBase,
  id: string,
  { state, decidedBy = null, comment = null, isSameDevice = false }: Ending,
): Promise<void> {
  await client.query(
    `update approval_requests set state = $2, decided_by = $3, decided_at = now(), comment = $4, is_same_device = $5
     where id = $1`,
    [
      id,
      state,
      decidedBy,
      comment ? sealText(comment, rowContext("approval_requests.comment", id)) : null,
      isSameDevice,
    ],
  );
}

function toRequest(row: Row): StoredRequest {
  const { requesterId, requesterName, address, agent, device, deciderId, deciderName, ...request } = row;
  return {
    ...request,
    content: unseal(row.content, rowContext("approval_requests.content", row.id)) as RequestContent | null,
    comment: row.comment && unsealText(row.comment, rowContext("approval_requests.comment", row.id)),
    requester: { id: requesterId, name: requesterName, address, agent, device },
    decidedBy: deciderId ? { id: deciderId, name: deciderName ?? "" } : null,
  };
}
