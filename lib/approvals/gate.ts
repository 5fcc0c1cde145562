import "server-only";
import { appendAudit } from "@/lib/audit/append";
import type { Intent } from "@/lib/audit/operations";
import type { RequestInfo } from "@/lib/auth/request-info";
import { fieldErrors } from "@/lib/contract/error";
import { database, pool } from "@/lib/db/database";
import type { ApprovalRequested } from "@/lib/domain/approvals/approval-note";
import { NewApprovalNote } from "@/lib/domain/approvals/new-approval-note";
import type { ApprovalPolicy } from "@/lib/domain/approvals/policies";
import { can } from "@/lib/domain/people/permissions";
import { type AppError, type ErrorCode, failure, type Result, success } from "@/lib/domain/result";
import { canonicalJson } from "@/lib/domain/text/canonical-json";
import { isStorableDeep } from "@/lib/domain/text/storable-text";
import { formatDateTime } from "@/lib/domain/time/date-time";
import { inTransaction } from "@/lib/postgres/open-database";
import { announceEmergency, announceRequest, publishApprovals } from "./announce";
import type { ApprovalRule, Precaution } from "./approval-rule";
import { endUnanswered, titleOf } from "./end-unanswered";
import { findRequest, insertRequest, listRequests, type StoredRequest } from "./requests";
import { describeRequester } from "./same-device";
import { approversOf, listActivePeople, readApprovalSettings } from "./settings";

export type { ApprovalRule } from "./approval-rule";

type Answer =
  /** The action may run now. `note` is for the audit log, `done` for the person if the action fails. */
  | { is: "open"; note?: string; done?: string }
  /** It must not: the request is stored, or rejected. */
  | { is: "answered"; result: Result<ApprovalRequested> };

/** The only place that lets a governed action run, stores a request for it, or rejects it. */
export async function askForApproval<Input>(
  rule: ApprovalRule<Input>,
  intent: Intent,
  rawNote: unknown,
  request: RequestInfo,
): Promise<Answer> {
  const reject = (code: ErrorCode, message: string, fields?: AppError["fields"]): Answer =>
    answered(
      failure({ code, message, requestId: request.requestId, retry: "never", ...(fields ? { fields } : {}) }),
    );
  const input = intent.input as Input;
  const earlier = await findRequest(intent.operationId);
  if (earlier) return answerAgain(earlier, rule, intent, reject);
  if (await hasOperation(intent.operationId)) return { is: "open" };
  const { settings } = await readApprovalSettings();
  const policy = rule.policyOf?.(input, settings) ?? (settings.policies[rule.kind] as ApprovalPolicy);
  const { requestId } = request;
  const takePrecaution = async () => (await rule.precaution?.(input, intent, requestId)) ?? null;
  if (!policy.isOn || !rule.isNeeded(input, policy)) {
    const precaution = await takePrecaution();
    if (precaution?.is === "failed") return answered(failure(precaution.problem));
    return afterPrecaution(precaution, { is: "open" });
  }
  if (rawNote === undefined)
    return reject(
      "approval-required",
      "A second person must approve this. Nothing was done. Give a reason and request approval.",
    );
  const parsed = NewApprovalNote.safeParse(rawNote);
  if (!parsed.success || !isStorableDeep(parsed.data))
    return reject("invalid", "The reason isn’t valid.", parsed.error ? fieldErrors(parsed.error) : {});
  const { reason, isEmergency } = parsed.data;
  if (isEmergency && !can(intent.actor.role, "approvals.manage"))
    return reject("forbidden", "Only an admin can act without a second person.");
  const neverAlone = isEmergency && rule.neverAlone?.(input, settings);
  if (neverAlone) return reject("refused", neverAlone);
  const precaution = await takePrecaution();
  if (precaution?.is === "failed") return answered(failure(precaution.problem));
  const state = await rule.readState(input, { isFresh: false, requestId, requesterId: intent.actor.id });
  // An admin who acts alone doesn't wait for the issuer. What is known to be pointless is no emergency either.
  if (!state.ok && !(isEmergency && UNREADABLE.has(state.error.code)))
    return afterPrecaution(precaution, answered(state));
  const frozen: Frozen<Input> = {
    rule,
    intent,
    request,
    policy,
    expiresAfterHours: settings.expiresAfterHours,
    content: { input, state: state.ok ? state.data : {}, reason },
  };
  return afterPrecaution(
    precaution,
    isEmergency ? await actAlone(frozen, reject) : await storeRequest(frozen, reject),
  );
}

function afterPrecaution(precaution: Precaution | null, answer: Answer): Answer {
  if (precaution?.is !== "taken") return answer;
  const { done } = precaution;
  return answer.is === "open" ? { ...answer, done } : answered(withDone(answer.result, done));
}

/** Whoever reads that an action failed, or wasn't requested, must learn what was done nevertheless. */
export function withDone<Data>(result: Result<Data>, done: string | undefined): Result<Data> {
  if (result.ok || !done) return result;
  return failure({ ...result.error, message: `${done} ${result.error.message}` });
}

/** After these, nobody knows what the target's state is. */
const UNREADABLE: ReadonlySet<ErrorCode> = new Set([
  "issuer-unavailable",
  "issuer-misconfigured",
  "issuer-broken",
  "unknown-outcome",
  "throttled",
]);

type Reject = (code: ErrorCode, message: string) => Answer;

type Frozen<Input> = {
  rule: ApprovalRule<Input>;
  intent: Intent;
  request: RequestInfo;
  policy: ApprovalPolicy;
  expiresAfterHours: number;
  content: { input: Input; state: Record<string, string | null>; reason: string };
};

async function storeRequest<Input>(frozen: Frozen<Input>, reject: Reject): Promise<Answer> {
  const { rule, intent, policy, content } = frozen;
  const requester = await describeRequester(intent.actor.id, frozen.request);
  const { title } = rule.review(content.input, content.state);
  const { pool } = await database();
  // One that has expired must not stand in the way. Ended first, because it locks the audit log.
  await inTransaction(pool, (client) => endUnanswered(client, { kind: rule.kind, target: intent.target }));
  const stored = await inTransaction(pool, async (client) => {
    const approvers = approversOf(rule.kind, policy, await listActivePeople(client), [
      intent.actor.id,
      intent.target,
    ]);
    if (approvers.length === 0) return null;
    const isNew = await insertRequest(client, { ...toNew(frozen, requester), state: "waiting" });
    const request = await findWaiting(client, intent, rule);
    if (!isNew || !request) return { request, approvers: [] };
    await appendAudit(client, {
      ...toEntry(intent),
      action: "approval.request",
      input: { action: intent.action, input: intent.input },
      message: content.reason,
    });
    const expiresAt = formatDateTime(request.expiresAt, { style: "full", timeZone: "UTC" });
    await announceRequest(client, approvers, {
      request,
      title,
      requester: intent.actor.name,
      expiresAt,
    });
    return { request, approvers };
  });
  if (!stored)
    return reject(
      "refused",
      "Nobody else can approve this. In an emergency, an admin can switch the policies off in Settings, Approval policies, and then invite or re-enable someone who can.",
    );
  if (!stored.request) return reject("conflict", ALREADY_SENT);
  if (stored.request.id !== intent.operationId) {
    const { requester } = stored.request;
    const whose = requester.id === intent.actor.id ? "Your" : `${requester.name}’s`;
    return reject(
      "conflict",
      `${whose} request “${titleOf(stored.request)}” is waiting. Only one can wait at a time.`,
    );
  }
  await publishApprovals(stored.request, [...stored.approvers.map(({ id }) => id), intent.actor.id]);
  return answered(success(toRequested(stored.request)));
}

/** This request, or the one that waits for the same target. */
async function findWaiting<Input>(
  client: Parameters<typeof insertRequest>[0],
  { operationId, target }: Intent,
  { kind }: ApprovalRule<Input>,
): Promise<StoredRequest | null> {
  const own = await findRequest(operationId, client);
  if (own) return own;
  const others = await listRequests(
    "r.kind = $1 and r.target = $2 and r.state = 'waiting'",
    [kind, target],
    client,
  );
  return others[0] ?? null;
}

/** The emergency path: an admin acts alone, and every admin is told before it runs. */
async function actAlone<Input>(frozen: Frozen<Input>, reject: Reject): Promise<Answer> {
  const { rule, intent, content } = frozen;
  const requester = await describeRequester(intent.actor.id, frozen.request);
  const { title } = rule.review(content.input, content.state);
  const { pool } = await database();
  const admins = await inTransaction(pool, async (client) => {
    const isNew = await insertRequest(client, { ...toNew(frozen, requester), state: "emergency" });
    if (!isNew) return null;
    await appendAudit(client, {
      ...toEntry(intent),
      action: "approval.emergency",
      input: { action: intent.action, input: intent.input },
      message: content.reason,
    });
    const people = (await listActivePeople(client)).filter(({ role }) => can(role, "approvals.manage"));
    const { reason } = content;
    await announceEmergency(client, people, {
      request: toConcerned(frozen),
      title,
      actor: intent.actor.name,
      reason,
    });
    return people;
  });
  if (!admins) {
    const earlier = await findRequest(intent.operationId);
    return earlier ? answerAgain(earlier, rule, intent, reject) : reject("conflict", ALREADY_SENT);
  }
  await publishApprovals(
    toConcerned(frozen),
    admins.map(({ id }) => id),
  );
  return { is: "open", note: emergencyNote(content.reason) };
}

/** The ID of a request is the ID of its operation, so nothing else may use it. */
export async function isRequestId(id: string): Promise<boolean> {
  const { rowCount } = await (await pool()).query("select from approval_requests where id = $1", [id]);
  return Boolean(rowCount);
}

export function isEmergencyNote(rawNote: unknown): boolean {
  const { data } = NewApprovalNote.safeParse(rawNote);
  return data?.isEmergency ?? false;
}

function emergencyNote(reason: string): string {
  return `Emergency, without a second person: ${reason}`;
}

/** The same intent again: a double click, another tab, or a resent draft. */
async function answerAgain<Input>(
  earlier: StoredRequest,
  rule: ApprovalRule<Input>,
  intent: Intent,
  reject: Reject,
): Promise<Answer> {
  const isSame =
    earlier.requester.id === intent.actor.id &&
    earlier.kind === rule.kind &&
    earlier.action === intent.action &&
    earlier.content !== null &&
    toText(earlier.content.input) === toText(intent.input);
  if (!isSame) return reject("conflict", "This request was already sent with different content. Start over.");
  const { state, isExpired, content } = earlier;
  if (state === "approved" || state === "emergency") {
    if (await hasOperation(earlier.id)) return { is: "open" };
    // Operations are removed after a while, requests are not.
    if (earlier.finishedAt) return reject("conflict", "This was already done.");
    return state === "emergency"
      ? { is: "open", note: emergencyNote(content?.reason ?? "") }
      : answered(success(toRequested(earlier)));
  }
  if (state === "waiting" && !isExpired) return answered(success(toRequested(earlier)));
  return reject("refused", ENDED[state === "waiting" ? "expired" : state]);
}

const ALREADY_SENT = "This request was already sent. Start over.";

const ENDED = {
  declined: "This request was declined. It wasn’t carried out.",
  withdrawn: "This request was withdrawn. It wasn’t carried out.",
  expired: "This request expired. It wasn’t carried out.",
  void: "This request is void. Its page says why.",
} as const;

function toNew<Input>(
  { rule, intent, policy, content, expiresAfterHours }: Frozen<Input>,
  requester: Awaited<ReturnType<typeof describeRequester>>,
) {
  const { operationId: id, action, target } = intent;
  return { id, kind: rule.kind, action, target, policy, content, requester, expiresAfterHours };
}

function toConcerned<Input>({ rule: { kind }, intent: { operationId: id, action, target } }: Frozen<Input>) {
  return { id, kind, action, target };
}

function toEntry({ operationId, actor, target, address }: Intent) {
  return { phase: "event", outcome: "succeeded", operationId, actor, target, address } as const;
}

function toRequested({ id, expiresAt }: StoredRequest): ApprovalRequested {
  return { approvalRequested: { id, expiresAt: expiresAt.toISOString() } };
}

function answered(result: Result<ApprovalRequested>): Answer {
  return { is: "answered", result };
}

/** As it is after it was stored, which drops absent fields. */
function toText(input: unknown): string {
  return canonicalJson(JSON.parse(JSON.stringify(input)));
}

export async function hasOperation(id: string): Promise<boolean> {
  const { pool } = await database();
  const { rowCount } = await pool.query("select from operations where id = $1", [id]);
  return Boolean(rowCount);
}
