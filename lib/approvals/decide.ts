import "server-only";
import type pg from "pg";
import type { Commit, Trace } from "@/lib/audit/operations";
import { findPerson } from "@/lib/auth/people";
import type { Actor } from "@/lib/auth/sessions";
import { DECIDING_PERMISSIONS } from "@/lib/domain/approvals/policies";
import { can } from "@/lib/domain/people/permissions";
import { type ErrorCode, failure, type Result, success } from "@/lib/domain/result";
import { sendMails } from "@/lib/mail/send-mails";
import { announceOutcome, approvalTopics } from "./announce";
import { readCurrentState, versionOf } from "./current-state";
import { mayStillRequest, titleOf, voidRequest } from "./end-unanswered";
import { endWaiting, findRequest, lockRequest, type StoredRequest } from "./requests";
import { runApproved } from "./run-approved";
import { isSameDevice } from "./same-device";

type Decision = {
  requestId: string;
  /** Empty if there is none. */
  comment: string;
};

type Decider = {
  actor: Pick<Actor, "id" | "name">;
  request: { requestId: string; address: string; userAgent: string | null };
  trace: Trace;
  /** Decision and audit entry are stored together: after a crash, a request that was decided says so. */
  commit: Commit;
};

type Approval = Decision & {
  /** What the approver's screen showed (`versionOf`). */
  seen: string;
  /** The approver knows that this is the requester's browser. */
  acknowledgesSameDevice: boolean;
};

/** Approves and runs a request. */
export async function approve(
  { requestId: id, comment, seen, acknowledgesSameDevice }: Approval,
  { actor, request, trace, commit }: Decider,
): Promise<Result<null>> {
  const reject = (code: ErrorCode, message: string) => rejection(code, message, request.requestId);
  const found = await findRequest(id);
  if (!found) return reject("not-found", "This request doesn’t exist.");
  if (found.requester.id === actor.id) return reject("forbidden", OWN_REQUEST);
  if (found.target === actor.id) return reject("forbidden", OWN_ROLE);
  if (!found.content) return reject("refused", "We can’t decrypt this request, so it can’t be approved.");
  const onSameDevice = await isSameDevice(found.requester, request);
  if (onSameDevice && !acknowledgesSameDevice)
    return reject(
      "refused",
      "This is the requester’s browser, or one like it at the same address. Confirm that you are another person.",
    );
  // Before the transaction: the issuer may take long to answer. Only an unchanged answer can be approved.
  const state =
    found.state === "waiting" ? await readCurrentState(found, found.content, request.requestId) : null;
  if (state && !state.ok) return state;
  if (state && state.data["Last four"] !== found.content.state["Last four"])
    return reject("conflict", NUMBER_CHANGED);
  const result = await commit<null>(async (client) => {
    const checked = await checkDecision(client, id, actor.id, request.requestId);
    if (!checked.ok) return checked;
    const { content } = checked.data;
    if (!content || !state || versionOf(checked.data, content, state.data) !== seen)
      return reject(
        "conflict",
        "This changed since the page was loaded. Nothing was approved: check the difference and approve again.",
      );
    await endWaiting(client, id, {
      state: "approved",
      decidedBy: actor.id,
      comment,
      isSameDevice: onSameDevice,
    });
    traceDecision(checked.data, { actor, trace, comment });
    return success(null);
  });
  if (result.ok) await runApproved(id);
  else await sendMails();
  return result;
}

export async function decline(
  { requestId: id, comment }: Decision,
  { actor, request, trace, commit }: Decider,
): Promise<Result<null>> {
  const result = await commit<null>(async (client) => {
    const checked = await checkDecision(client, id, actor.id, request.requestId);
    if (!checked.ok) return checked;
    await endWaiting(client, id, { state: "declined", decidedBy: actor.id, comment });
    const requester = await findPerson(client, checked.data.requester.id);
    const outcome = `was declined by ${actor.name}. It wasn’t carried out.`;
    if (requester)
      await announceOutcome(client, requester, {
        request: checked.data,
        title: titleOf(checked.data),
        outcome,
        comment,
        isGood: false,
      });
    traceDecision(checked.data, { actor, trace, comment });
    return success(null);
  });
  await sendMails();
  return result;
}

export async function withdraw(
  { requestId: id }: { requestId: string },
  { actor, request, trace, commit }: Decider,
): Promise<Result<null>> {
  const reject = (code: ErrorCode, message: string) => rejection(code, message, request.requestId);
  return commit<null>(async (client) => {
    const stored = await lockRequest(client, id);
    if (stored?.requester.id !== actor.id) return reject("not-found", "You have no such request.");
    if (stored.state !== "waiting") return reject("conflict", alreadyDecided(stored));
    await endWaiting(client, id, { state: "withdrawn", decidedBy: actor.id });
    traceDecision(stored, { actor, trace, comment: "" });
    return success(null);
  });
}

/** The audit log has the card as the target, because that is where one looks for it. */
function traceDecision(
  request: StoredRequest,
  { actor, trace, comment }: Pick<Decider, "actor" | "trace"> & { comment: string },
): void {
  trace.target = request.target ?? request.id;
  if (comment) trace.message = comment;
  trace.topics = approvalTopics(request, [request.requester.id, actor.id]);
}

const OWN_REQUEST = "You can’t decide on your own request.";
const NUMBER_CHANGED =
  "The card’s number has changed since this was requested. Decline it: it can be requested for the new number.";
const OWN_ROLE = "You can’t decide on your own role.";

/** Locks the request and checks everything that may have changed since the screen was drawn. */
async function checkDecision(
  client: pg.ClientBase,
  id: string,
  actorId: string,
  requestId: string,
): Promise<Result<StoredRequest>> {
  const reject = (code: ErrorCode, message: string) => rejection(code, message, requestId);
  const stored = await lockRequest(client, id);
  if (!stored) return reject("not-found", "This request doesn’t exist.");
  if (stored.requester.id === actorId) return reject("forbidden", OWN_REQUEST);
  if (stored.target === actorId) return reject("forbidden", OWN_ROLE);
  // Locked, so that a role can't be lost between this check and the decision.
  await client.query("select from people where id = any($1) order by role <> 'admin', id for share", [
    [actorId, stored.requester.id],
  ]);
  const decider = await findPerson(client, actorId);
  const isAllowed =
    decider?.state === "active" &&
    can(decider.role, DECIDING_PERMISSIONS[stored.kind]) &&
    stored.policy.approverRoles.includes(decider.role);
  if (!isAllowed) return reject("forbidden", "Your role can’t decide on this request.");
  if (stored.state !== "waiting") return reject("conflict", alreadyDecided(stored));
  if (stored.isExpired) return reject("conflict", "This request has expired. It wasn’t carried out.");
  const requester = await findPerson(client, stored.requester.id);
  if (!mayStillRequest(stored, requester)) {
    await voidRequest(client, stored, requester);
    return reject(
      "conflict",
      `This request is void: ${stored.requester.name} may no longer do this. It wasn’t carried out.`,
    );
  }
  return success(stored);
}

function alreadyDecided({ state, decidedBy }: StoredRequest): string {
  const by = decidedBy ? ` by ${decidedBy.name}` : "";
  return `This request was already decided: ${state}${by}.`;
}

function rejection(code: ErrorCode, message: string, requestId: string) {
  return failure({ code, message, requestId, retry: "never" });
}
