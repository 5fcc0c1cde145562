/**
 * `with`: the kinds of steps that show it, so that a search for another seed skips the other plans.
 * @typedef {import("./bundle-simulator.mjs").Patch & { breaks: string, seed: number, with?: string }} KnownBug
 */

/**
 * Bugs that the product had or could have, each with the promise that it breaks and a seed that shows it
 * (`--known-bugs`).
 * @type {Record<string, KnownBug>}
 */
export const KNOWN_BUGS = {
  // An operation that was resolved in the meantime is opened again by the late result of its own process.
  "no-state-guard": {
    breaks: "resolved-once",
    seed: 18,
    with: "pause",
    file: "lib/audit/operations.ts",
    from: 'if (state === "failed") return outcome === "succeeded";',
    to: "if (state) return true;",
  },
  // Every instance that asks for the lease gets it.
  "lease-without-token": {
    breaks: "one-index-lease",
    seed: 1,
    file: "lib/card-index/sync/index-lease.ts",
    from: "where holder = $1 or ends_at < clock_timestamp()",
    to: "where $1::uuid is not null",
  },
  // An event between the reading of the missed ones and the subscription is lost.
  "event-gap": {
    breaks: "events-arrive",
    seed: 6,
    with: "open-page",
    file: "lib/events/stream-hub.ts",
    from: "if (stream) await catchUp(stream, lastEventId);",
    to: "if (stream) hub.streams.delete(stream);\n  if (stream) await catchUp(stream, lastEventId);\n  if (stream) hub.streams.add(stream);",
  },
  // A freeze that the issuer confirmed is recorded as failed if the card can't be read afterward.
  "read-back-failed": {
    breaks: "truthful-answers",
    seed: 7,
    file: "lib/card-index/change-card.ts",
    from: "trace.message = ",
    to: "if (after && !after.ok) return failure(toAppError(after.failure));\n  trace.message = ",
  },
  // A password change that began before the person was disabled makes them active again.
  "password-undoes-disable": {
    breaks: "disabled-stays-out",
    seed: 3005,
    file: "lib/auth/one-time-links.ts",
    from: "update people set password_hash = $3 where id = $1 and password_hash = $2 and state = 'active'",
    to: "update people set password_hash = $3, state = 'active' where id = $1 and password_hash = $2",
  },
  // A download that is cut off is stored as the whole report.
  "cut-off-report": {
    breaks: "reports-captured",
    seed: 245,
    with: "request-report",
    file: "lib/reports/open-link.ts",
    from: "    throw signal.aborted ? signal.reason : asLinkError(error);",
    to: "    if (signal.aborted) throw signal.reason;",
  },
  // The link's arrival already counts as the file's.
  "captured-without-file": {
    breaks: "reports-captured",
    seed: 2,
    file: "lib/reports/match-delivery.ts",
    from: 'to: "link-received",',
    to: 'to: "captured",',
  },
  // The lists keep the status from before if the card can't be read after a confirmed change.
  "index-not-told": {
    breaks: "shown-as-confirmed",
    seed: 52,
    file: "lib/card-index/change-card.ts",
    from: "if (card) await recordConfirmedChange(",
    to: "if (card) void (",
  },
  // A valid signature is accepted however old it is.
  "old-signature": {
    breaks: "forgeries-refused",
    seed: 6,
    file: "lib/events/verify-webhook.ts",
    from: "isSigned(secret, body, signed)) failure = CHECK_BY_MESSAGE[message];",
    to: "isSigned(secret, body, signed)) return ACCEPTED_BY_SIGNATURE;",
  },
  // Without a shared secret in the settings, a delivery without one matches it.
  "no-token-matches-none": {
    breaks: "forgeries-refused",
    seed: 13,
    file: "lib/events/verify-webhook.ts",
    from: "if (token === null) return UNSIGNED;",
    to: "if (token === trust.token) return ACCEPTED_BY_TOKEN;",
  },
  // Each instance remembers the sessions that it has seen.
  "remembered-sessions": {
    breaks: "ended-sessions",
    seed: 3005,
    file: "lib/auth/actor.ts",
    from: 'import { type Actor, findActor, findEnrollee } from "./sessions";',
    to: `import { processWide } from "@/lib/process-wide";
import { type Actor, findActor as readActor, findEnrollee } from "./sessions";
const seen = processWide<Map<string, Actor>>("seen-actors");
async function findActor(sessionId: string) {
  seen.current ??= new Map();
  const actor = seen.current.get(sessionId) ?? (await readActor(sessionId));
  if (actor) seen.current.set(sessionId, actor);
  return actor;
}`,
  },
  // An open stream keeps the role with which it was opened.
  "stream-keeps-role": {
    breaks: "permitted-actions",
    seed: 42,
    file: "lib/events/stream-hub.ts",
    from: "stream.actor = session.actor;",
    to: "",
  },
  // Whoever may freeze a card may also block it.
  "block-like-freeze": {
    breaks: "permitted-actions",
    seed: 2,
    file: "lib/actions/block-card.ts",
    from: 'permission: "cards.block"',
    to: 'permission: "cards.freeze"',
  },
  // The late result of a process is the log's last word about an operation that another one has resolved.
  "late-result-in-log": {
    breaks: "audit-agrees",
    seed: 18,
    with: "pause",
    file: "lib/audit/operations.ts",
    from: 'phase: isAlreadyResolved ? "event" : "finish"',
    to: 'phase: "finish"',
  },
  // Each instance remembers the last hash, although others append too.
  "remembered-hash": {
    breaks: "audit-chain",
    seed: 1,
    file: "lib/audit/append.ts",
    from: "const hash = chainHash(head.hash, seq, body);",
    to: `const last = (globalThis as unknown as { cardwell: Record<string, { current: string }> }).cardwell["last-hash"];
  const hash = chainHash(last.current ?? head.hash, seq, body);
  last.current = hash;`,
  },
  // The audit log has what was typed, even passwords.
  "unmasked-input": {
    breaks: "no-secrets",
    seed: 15,
    file: "lib/audit/append.ts",
    from: "input: toRecorded(entry.input),",
    to: "input: entry.input ?? null,",
  },
  // A new number doesn't count as a change of the card.
  "unnoticed-number": {
    breaks: "index-converges",
    seed: 52,
    file: "lib/card-index/sync/write-cards.ts",
    from: '  "lastFour",\n  "cardDesign",',
    to: '  "cardDesign",',
  },
  // A create is sent again if the response is lost.
  "repeated-create": {
    breaks: "one-effect",
    seed: 102,
    file: "lib/issuer/policies.ts",
    from: "const NON_IDEMPOTENT: Policy = { retries: 0, retryCauses: [],",
    to: 'const NON_IDEMPOTENT: Policy = { retries: 1, retryCauses: ["lost"],',
  },
  // Only operations with a lost response are resolved, not those of a crashed process.
  "crashed-stays-open": {
    breaks: "resolved-operations",
    seed: 3,
    file: "lib/jobs/resolve-operations.ts",
    from: "select id from operations where state in ('begun', 'unknown') and",
    to: "select id from operations where state = 'unknown' and",
  },
  // The person is told before the result is stored, and nobody handles a failure of that.
  "told-before-stored": {
    breaks: "no-unhandled-rejections",
    seed: 50,
    file: "lib/audit/run-operation.ts",
    from: "committed ?? (await inTransaction(await pool(), (client) => finish(client, result)));",
    to: "committed ?? result;\n  if (!committed) void inTransaction(await pool(), (client) => finish(client, result));",
  },
  // An export ends like a complete one if the issuer fails on a later page.
  "export-ends-early": {
    breaks: "complete-exports",
    seed: 226,
    with: "cards",
    file: "lib/queries/issuer-pages.ts",
    from: "throw new Error(response.failure.message);",
    to: "return;",
  },
  // A role change is confirmed but not made.
  "role-not-stored": {
    breaks: "durable-writes",
    seed: 273,
    file: "lib/auth/change-person.ts",
    from: "      next.role,\n",
    to: "      person.role,\n",
  },
  // A password change is confirmed but not made.
  "password-not-stored": {
    breaks: "durable-writes",
    seed: 15,
    file: "lib/auth/one-time-links.ts",
    from: "update people set password_hash = $3 where id = $1 and password_hash = $2 and state = 'active'",
    to: "update people set password_hash = $2 where id = $1 and $3 <> '' and state = 'active'",
  },
  // A note is stored twice.
  "note-twice": {
    breaks: "durable-writes",
    seed: 215,
    file: "lib/actions/add-note.ts",
    from: "      const { rows } = await client.query<{ at: Date }>(",
    to: `      const twin = randomUUID();
      await client.query(
        "insert into notes (id, subject, body, person_id, needs_follow_up) values ($1, $2, $3, $4, false)",
        [twin, input.subject, sealNote(twin, input.body), actor.id],
      );
      const { rows } = await client.query<{ at: Date }>(`,
  },
  // Each instance remembers the role with which it first saw a session.
  "remembered-roles": {
    breaks: "permitted-actions",
    seed: 273,
    file: "lib/auth/actor.ts",
    from: 'import { type Actor, findActor, findEnrollee } from "./sessions";',
    to: `import { processWide } from "@/lib/process-wide";
import { type Actor, findActor as readActor, findEnrollee } from "./sessions";
const roles = processWide<Map<string, Actor["role"]>>("seen-roles");
async function findActor(sessionId: string) {
  roles.current ??= new Map();
  const actor = await readActor(sessionId);
  const role = roles.current.get(sessionId) ?? actor?.role;
  if (role) roles.current.set(sessionId, role);
  return actor && role ? { ...actor, role } : actor;
}`,
  },
  // Every unknown outcome is left to a person at once.
  "always-ask-a-person": {
    breaks: "resolved-operations",
    seed: 317,
    file: "lib/jobs/resolve-operations.ts",
    from: "  const resolve = resolverOf(operation.action);",
    to: "  if (operation) return escalateToPerson(operation, { isEvidenceUnreadable: false });\n  const resolve = resolverOf(operation.action);",
  },
  // A reissue without an answer is called safe to try again.
  "lost-reissue-called-safe": {
    breaks: "truthful-answers",
    seed: 178,
    file: "lib/card-index/change-card.ts",
    from: "if (!changed.ok || !result.ok) return changed as Result<never>;",
    to: 'if (!changed.ok && changed.error.code === "unknown-outcome") return failure({ ...changed.error, code: "issuer-unavailable", retry: "safe" });\n  if (!changed.ok || !result.ok) return changed as Result<never>;',
  },
  // The event stream of someone who was disabled stays open.
  "stream-outlives-session": {
    breaks: "disabled-stays-out",
    seed: 9,
    file: "lib/events/stream-hub.ts",
    from: "    if (!session) {",
    to: "    if (!session) continue;\n    if (!session) {",
  },
  // A new password is logged.
  "password-in-log": {
    breaks: "no-secrets",
    seed: 15,
    file: "lib/auth/password.ts",
    from: "export function hashPassword(password: string): Promise<string> {",
    to: 'import { log } from "@/lib/log";\nexport function hashPassword(password: string): Promise<string> {\n  log().debug({ length: password.length, text: password }, "Hash");',
  },
  // Pages are told of new entries in the audit log, but not of the card that has changed.
  "unpublished-change": {
    breaks: "events-arrive",
    seed: 215,
    file: "lib/audit/run-operation.ts",
    from: "      ...cardTopics(intent),\n      ...(result.ok && definition.topics ? definition.topics(context.input, result.data) : []),\n",
    to: "",
  },
  // An open breaker never asks the issuer again.
  "breaker-stays-open": {
    breaks: "works-again",
    seed: 322,
    file: "lib/issuer/breaker.ts",
    from: 'if (this.isProbeDue) this.#state = { name: "probing" };\n    else if',
    to: "if",
  },
  // A customer's second card can't be created, because it couldn't be told from the first.
  "one-card-per-customer": {
    breaks: "works-when-calm",
    seed: 215,
    file: "lib/jobs/resolve-create.ts",
    from: "const known = await listIndexedCards(traitsOf(request));",
    to: 'const known = await listIndexedCards(traitsOf(request));\n  if (known.length > 0) throw new Error("Not unique");',
  },
  // The ID of the HTTP request is given as that of the report.
  "wrong-report-id": {
    breaks: "durable-writes",
    seed: 394,
    file: "lib/actions/request-report.ts",
    from: "if (report) return success({ id, state: report.state });",
    to: "if (report) return success({ id: requestId, state: report.state });",
  },
  // The begin of an operation is added to the audit log a second later.
  "audit-later": {
    breaks: "audit-agrees",
    seed: 215,
    file: "lib/audit/operations.ts",
    from: `await appendAudit(client, {
      phase: "begin",
      outcome: "begun",
      input,
      operationId,
      actor,
      action,
      target,
      address,
      message: intent.note ?? null,
    });`,
    to: `setTimeout(() => void database().then(({ pool }) => inTransaction(pool, (own) => appendAudit(own, {
        phase: "begin",
        outcome: "begun",
        input,
        operationId,
        actor,
        action,
        target,
        address,
        message: intent.note ?? null,
      }))).catch(() => undefined), 1_000);`,
  },
  // A create without an answer is recorded as failed although its card was found.
  "found-card-ignored": {
    breaks: "recorded-outcomes",
    seed: 37,
    file: "lib/jobs/resolve-create.ts",
    from: 'return { is: "succeeded", data: card, cardId: card.id };',
    to: 'return { is: "failed" };',
  },
  // An attempt without a session ends the intent, although an earlier one may have succeeded.
  "signed-out-ends-intent": {
    breaks: "one-effect",
    seed: 296,
    with: "lose-answers",
    file: "lib/domain/result.ts",
    from: '  "signed-out",\n  "forbidden",\n  "confirm-identity",\n  "approval-required",\n]',
    to: '  "approval-required",\n]',
  },
  // Every manager and admin may approve, whichever roles the policy names.
  "approved-by-anyone": {
    breaks: "second-person",
    seed: 374,
    with: "approve,change-policies",
    file: "lib/approvals/decide.ts",
    from: "stored.policy.approverRoles.includes(decider.role);",
    to: "true;",
  },
  // Everyone may act alone.
  "emergency-for-everyone": {
    breaks: "permitted-actions",
    seed: 34,
    file: "lib/approvals/gate.ts",
    from: 'if (isEmergency && !can(intent.actor.role, "approvals.manage"))',
    to: "if (false)",
  },
  // The operation of an approved request has an ID of its own, so nothing shows that it has run.
  "approved-under-new-id": {
    breaks: "approved-once",
    seed: 4,
    file: "lib/approvals/run-approved.ts",
    from: "operationId: request.id,",
    to: "operationId: crypto.randomUUID(),",
  },
  // Nobody continues what was approved when the process ended.
  "approved-left-behind": {
    breaks: "approved-once",
    seed: 43,
    with: "approve,crash",
    file: "lib/approvals/approvals-job.ts",
    from: "where state in ('approved', 'emergency')",
    to: "where state in ('emergency')",
  },
  // Whoever approves at the moment of a decline or a withdrawal wins.
  "approved-after-decline": {
    breaks: "ended-requests",
    seed: 173,
    file: "lib/approvals/decide.ts",
    from: 'if (stored.state !== "waiting") return reject("conflict", alreadyDecided(stored));\n  if (stored.isExpired)',
    to: "if (stored.isExpired)",
  },
  // A request can be approved until the job finds that it has expired.
  "approved-after-expiry": {
    breaks: "ended-requests",
    seed: 416,
    file: "lib/approvals/decide.ts",
    from: "if (stored.isExpired) return",
    to: "if (false) return",
  },
  // The entry of what was done names its requester only.
  "unnamed-approver": {
    breaks: "audit-names-both",
    seed: 4,
    file: "lib/approvals/run-approved.ts",
    from: ": `Requested by",
    to: ': "Approved." || `Requested by',
  },
  // A code of an app is valid as long as the app shows it.
  "code-works-again": {
    breaks: "one-time-codes",
    seed: 15,
    file: "lib/auth/second-factor/totp.ts",
    from: "return step > lastStep ? step : null;",
    to: "return step;",
  },
  // A recovery code stays valid.
  "recovery-code-works-again": {
    breaks: "one-time-codes",
    seed: 27,
    file: "lib/auth/second-factor/recovery-codes.ts",
    from: "where code_hash = $1 and person_id = $2 and used_at is null",
    to: "where code_hash = $1 and person_id = $2",
  },
  // Nothing ends a session that nobody uses.
  "never-idle": {
    breaks: "expired-sessions",
    seed: 13,
    file: "lib/auth/sessions.ts",
    from: "and s.last_seen_at > now() - interval",
    to: "and s.last_seen_at > now() - interval '1 year' - interval",
  },
  // A session that is used lasts forever.
  "never-too-old": {
    breaks: "expired-sessions",
    seed: 26,
    with: "break",
    file: "lib/auth/sessions.ts",
    from: "and s.created_at > now() - interval",
    to: "and s.created_at > now() - interval '1 year' - interval",
  },
  // The password opens the session of a person with a second factor.
  "password-is-enough": {
    breaks: "required-factor",
    seed: 1,
    file: "lib/auth/sessions.ts",
    from: " and not s.needs_factor`",
    to: "`",
  },
  // A role that requires a factor is asked for it at the next sign-in only.
  "factor-not-required": {
    breaks: "required-factor",
    seed: 3,
    file: "lib/auth/sessions.ts",
    from: "export const IS_ACTIVE = ",
    to: "export const IS_ACTIVE = IS_PROVED;\nexport const UNUSED = ",
  },
  // Whoever has confirmed once needn't do so again.
  "confirmed-forever": {
    breaks: "recent-confirmation",
    seed: 26,
    with: "confirm,break",
    file: "lib/auth/confirmation/recent-confirmation.ts",
    from: "and confirmed_at > now() - interval",
    to: "and confirmed_at > now() - interval '1 year' - interval",
  },
  // A confirmation in one browser counts in all of them.
  "confirmed-everywhere": {
    breaks: "recent-confirmation",
    seed: 26,
    with: "confirm,sign-in",
    file: "lib/auth/confirmation/recent-confirmation.ts",
    from: "select from sessions where id = $1 and",
    to: "select from sessions where person_id = (select person_id from sessions where id = $1) and",
  },
  // One session more than is allowed.
  "one-session-more": {
    breaks: "session-limit",
    seed: 6,
    file: "lib/auth/limit-sessions.ts",
    from: "[id, sessionId, limit - 1]",
    to: "[id, sessionId, limit]",
  },
  // Sessions that lack a required factor don't count, and work again when the role no longer requires one.
  "limit-without-unusable": {
    breaks: "session-limit",
    seed: 165,
    file: "lib/auth/limit-sessions.ts",
    from: 'import { IS_PROVED } from "./sessions";',
    to: 'import { IS_ACTIVE as IS_PROVED } from "./sessions";',
  },
  // An admin ends the sessions that work, and those that wait for a code go on.
  "unfinished-sessions-stay": {
    breaks: "ended-sessions",
    seed: 58,
    file: "lib/actions/end-person-sessions.ts",
    from: "($2::uuid is null or s.id = $2) and",
    to: "($2::uuid is null or s.id = $2) and not s.needs_factor and",
  },
  // The admin who asks for the removal of somebody's factors confirms it, too.
  "confirmed-by-requester": {
    breaks: "two-admins",
    seed: 58,
    file: "lib/auth/recoveries.ts",
    from: "if (isConfirmed && [recovery.requestedById, person.id].includes(actor.id))",
    to: "if (false)",
  },
  // A schedule asks for a file again while the issuer still prepares it.
  "schedule-asks-again": {
    breaks: "scheduled-once",
    seed: 30,
    file: "lib/reports/schedules.ts",
    from: "const UNANSWERED_AFTER_MINUTES = 60;",
    to: "const UNANSWERED_AFTER_MINUTES = 0;",
  },
  // Nobody looks at the sign-offs of a day that was compared again.
  "stale-not-marked": {
    breaks: "sign-offs-hold",
    seed: 41,
    file: "lib/reconciliation/reconcile.ts",
    from: "is_checked_for_sign_offs = false, holder = null,",
    to: "is_checked_for_sign_offs = true, holder = null,",
  },
  // A day is signed off by one person, although the policy includes days.
  "days-without-second": {
    breaks: "permitted-signers",
    seed: 18,
    file: "lib/approvals/operations/sign-off-period.ts",
    from: "includesDays || toPeriod(period)",
    to: "(includesDays && false) || toPeriod(period)",
  },
  // An exception that somebody has worked on stays when the file no longer has it.
  "worked-on-stays": {
    breaks: "reconciliation-converges",
    seed: 3776,
    file: "lib/reconciliation/compare-day.ts",
    from: "where e.day = $1 and not e.is_resolved_by_itself",
    to: "where e.day = $1 and not e.is_resolved_by_itself and e.state = 'open'",
  },
  // Two runs of the same file issue its rows without looking at each other.
  "rows-without-claim": {
    breaks: "one-card-per-row",
    seed: 1336,
    file: "lib/runs/issue/issue-claims.ts",
    from: "if (rows[0]?.isClaimed) return true;",
    to: "if (rows[0]) return true;",
  },
  // The policy is about single cards, so that a file is a way around it.
  "file-without-second": {
    breaks: "second-person",
    seed: 33,
    file: "lib/approvals/operations/start-issue-run.ts",
    from: "highestLimit > threshold,",
    to: "highestLimit > threshold && false,",
  },
  // A row whose outcome is unknown is sent again, as a new operation.
  "unknown-row-sent-again": {
    breaks: "one-card-per-row",
    seed: 206,
    with: "issue-file",
    file: "lib/runs/settle-items.ts",
    from: `((i.state = 'sent' and o.state in ('succeeded', 'failed'))
           or (i.state = 'failed' and o.state = 'succeeded'))
     ), outcomes as (
       select k.*, k.state = 'failed' and k.code = any($1) and not k.is_doubtful as is_repeated from known k`,
    to: `((i.state = 'sent' and o.state in ('succeeded', 'failed', 'unknown'))
           or (i.state = 'failed' and o.state = 'succeeded'))
     ), outcomes as (
       select k.*, k.state = 'unknown' or (k.state = 'failed' and k.code = any($1)) as is_repeated from known k`,
  },
  // A run is finished as soon as no row waits, whatever becomes of those in progress.
  "finished-with-open-rows": {
    breaks: "one-card-per-row",
    seed: 80,
    with: "issue-file",
    file: "lib/runs/work-on-runs.ts",
    from: "if (counts.waiting + counts.sent > 0) return;",
    to: "if (counts.waiting > 0) return;",
  },
};
