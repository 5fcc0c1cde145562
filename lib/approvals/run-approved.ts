import "server-only";
import type pg from "pg";
import {
  beginInTransaction,
  type EarlierIntent,
  findEarlier,
  finishInTransaction,
  type Intent,
} from "@/lib/audit/operations";
import { cardTopics, runOperation } from "@/lib/audit/run-operation";
import { findPerson, type Person } from "@/lib/auth/people";
import { database } from "@/lib/db/database";
import { can } from "@/lib/domain/people/permissions";
import { failure } from "@/lib/domain/result";
import { publish } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { announceEmergencyFailure, announceOutcome, publishApprovals } from "./announce";
import { mayStillRequest, titleOf, voidRequest } from "./end-unanswered";
import { governedOperation } from "./governed-operations";
import { lockRequest, type RequestContent, type StoredRequest } from "./requests";
import { listActivePeople } from "./settings";

/** Longer than any action waits before it begins. */
const LEFT_BEHIND_AFTER_MS = 10 * 60_000;

/**
 * Runs an approved request as its requester's operation. The operation has the request's ID, so it runs once, whoever
 * calls this and however often.
 */
export async function runApproved(id: string): Promise<void> {
  const { pool } = await database();
  const begun = await inTransaction(pool, (client) => begin(client, id));
  if (begun?.is === "void") {
    return publishApprovals(begun.request, [begun.request.requester.id]);
  }
  if (begun?.is === "rejected") await publish(["audit", ...cardTopics(begun.intent)]);
  if (begun?.is === "new") await run(begun.request, begun.intent);
  await recordOutcome(id);
}

type Begun =
  | { is: "new" | "rejected"; request: StoredRequest; intent: Intent }
  | { is: "void"; request: StoredRequest };

/** On the locked request: whether it may run is decided when its operation begins. Null if it has begun before. */
async function begin(client: pg.PoolClient, id: string): Promise<Begun | null> {
  const request = await lockRequest(client, id);
  if (request?.state !== "approved" || request.finishedAt || !request.content) return null;
  const requester = await findPerson(client, request.requester.id);
  if (!requester) return null;
  const intent = toIntent(request, request.content, requester);
  const earlier = await findEarlier(client, intent);
  if (earlier?.is === "same") return null;
  const isTaken = earlier?.is === "mismatch";
  if (isTaken || !mayStillRequest(request, requester)) {
    await voidRequest(client, request, requester, isTaken ? { message: ID_TAKEN } : null);
    return { is: "void", request };
  }
  const started = await beginInTransaction(client, intent);
  return started.is === "new" || started.is === "rejected" ? { is: started.is, request, intent } : null;
}

const ID_TAKEN = "Something else was done under this request’s ID.";

function toIntent(request: StoredRequest, { input }: RequestContent, requester: Person): Intent {
  const operation = governedOperation(request);
  const { id, name, role } = requester;
  return {
    operationId: request.id,
    actor: { id, name, role },
    action: operation.action,
    target: operation.target(input),
    input,
    address: request.requester.address,
    isExclusive: operation.isExclusive ?? false,
    note:
      request.state === "emergency"
        ? "Emergency, without a second person."
        : `Requested by ${name}, approved by ${request.decidedBy?.name ?? "a colleague"}.`,
  };
}

async function run(request: StoredRequest, intent: Intent): Promise<void> {
  const { operationId, actor, input } = intent;
  const context = { input, actor, request: { requestId: operationId }, operationId, trace: {} };
  await runOperation(governedOperation(request), intent, context);
}

/** Copies the operation's outcome to the request once it is known, and tells who has to know it. */
export async function recordOutcome(id: string): Promise<void> {
  const { pool } = await database();
  const recorded = await inTransaction(pool, async (client) => {
    const request = await lockRequest(client, id);
    if (!request?.content || !["approved", "emergency"].includes(request.state)) return null;
    const requester = await findPerson(client, request.requester.id);
    if (!requester) return null;
    const intent = toIntent(request, request.content, requester);
    const operation = toFinished(
      (await findEarlier(client, intent)) ??
        (isLeftBehind(request) ? await rejectLeftBehind(client, intent) : null),
    );
    // An issuer's late confirmation can turn a failure into a success.
    if (!operation || operation.state === request.outcome) return null;
    // A card that was issued has its ID only now.
    await client.query(
      `update approval_requests set outcome = $2, outcome_message = $3, finished_at = now(),
         target = coalesce(target, $4) where id = $1`,
      [id, operation.state, operation.message, operation.target],
    );
    await announce(client, request, requester, operation);
    return { ...request, target: request.target ?? operation.target };
  });
  if (recorded) await publishApprovals(recorded, [recorded.requester.id]);
}

type Finished = { state: "succeeded" | "failed"; message: string | null; target: string | null };

function toFinished(earlier: EarlierIntent | null): Finished | null {
  if (earlier?.is === "mismatch") return { state: "failed", message: ID_TAKEN, target: null };
  if (earlier?.state !== "succeeded" && earlier?.state !== "failed") return null;
  const { state, result, target } = earlier;
  return { state, message: result && !result.ok ? result.error.message : null, target };
}

/** An admin's own call was interrupted before it began. */
function isLeftBehind({ state, decidedAt }: StoredRequest): boolean {
  return state === "emergency" && decidedAt !== null && Date.now() - +decidedAt > LEFT_BEHIND_AFTER_MS;
}

/** Takes the operation's ID, so that it can't begin anymore. */
async function rejectLeftBehind(client: pg.PoolClient, intent: Intent): Promise<EarlierIntent | null> {
  const started = await beginInTransaction(client, intent);
  const message = "This was interrupted before it began. Nothing was done.";
  if (started.is === "new") {
    const result = failure({ code: "internal", message, requestId: intent.operationId, retry: "never" });
    await finishInTransaction(client, intent, result, {}, 0);
  }
  return findEarlier(client, intent);
}

/** An emergency that succeeded was announced before. */
async function announce(
  client: pg.PoolClient,
  request: StoredRequest,
  requester: Person,
  operation: Finished,
): Promise<void> {
  const title = titleOf(request);
  const isGood = operation.state === "succeeded";
  if (request.state === "approved")
    return announceOutcome(client, requester, {
      request,
      title,
      outcome: describeOutcome(request, operation),
      isGood,
    });
  if (isGood) return;
  const admins = (await listActivePeople(client)).filter(({ role }) => can(role, "approvals.manage"));
  const { message } = operation;
  await announceEmergencyFailure(client, admins, { request, title, actor: requester.name, message });
}

function describeOutcome({ decidedBy, action }: StoredRequest, { state, message }: Finished): string {
  const by = decidedBy ? ` by ${decidedBy.name}` : "";
  return state === "succeeded"
    ? `was approved${by}, and ${action.startsWith("run.") ? "has started" : "is done"}.`
    : `was approved${by}, but failed. ${message ?? ""}`.trim();
}
