/**
 * Bugs that the product had or could have, each with the promise that it breaks and a seed that shows it
 * (`--known-bugs`).
 * @type {Record<string, import("./bundle-simulator.mjs").Patch & { breaks: string, seed: number }>}
 */
export const KNOWN_BUGS = {
  // An operation that was resolved in the meantime is opened again by the late result of its own process.
  "no-state-guard": {
    breaks: "resolved-once",
    seed: 3146,
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
    seed: 3033,
    file: "lib/events/stream-hub.ts",
    from: "if (stream) await catchUp(stream, lastEventId);",
    to: "if (stream) hub.streams.delete(stream);\n  if (stream) await catchUp(stream, lastEventId);\n  if (stream) hub.streams.add(stream);",
  },
  // A freeze that the issuer confirmed is recorded as failed if the card can't be read afterward.
  "read-back-failed": {
    breaks: "truthful-answers",
    seed: 3028,
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
    seed: 59,
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
    seed: 3033,
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
    from: 'import { type Actor, findActor } from "./sessions";',
    to: `import { processWide } from "@/lib/process-wide";
import { type Actor, findActor as readActor } from "./sessions";
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
    seed: 3033,
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
    seed: 37,
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
    seed: 1,
    file: "lib/audit/append.ts",
    from: "input: maskPersonalData(entry.input ?? null)",
    to: "input: entry.input ?? null",
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
    seed: 22,
    file: "lib/issuer/policies.ts",
    from: "const NON_IDEMPOTENT: Policy = { retries: 0, retryCauses: [],",
    to: 'const NON_IDEMPOTENT: Policy = { retries: 1, retryCauses: ["lost"],',
  },
  // Only operations with a lost response are resolved, not those of a crashed process.
  "crashed-stays-open": {
    breaks: "resolved-operations",
    seed: 44,
    file: "lib/jobs/resolve-operations.ts",
    from: "select id from operations where state in ('begun', 'unknown') and",
    to: "select id from operations where state = 'unknown' and",
  },
  // The person is told before the result is stored, and nobody handles a failure of that.
  "told-before-stored": {
    breaks: "no-unhandled-rejections",
    seed: 105,
    file: "lib/audit/run-operation.ts",
    from: "committed ?? (await inTransaction(await pool(), (client) => finish(client, result)));",
    to: "committed ?? result;\n  if (!committed) void inTransaction(await pool(), (client) => finish(client, result));",
  },
  // An export ends like a complete one if the issuer fails on a later page.
  "export-ends-early": {
    breaks: "complete-exports",
    seed: 82,
    file: "lib/queries/list-export.ts",
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
    from: 'import { type Actor, findActor } from "./sessions";',
    to: `import { processWide } from "@/lib/process-wide";
import { type Actor, findActor as readActor } from "./sessions";
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
    file: "lib/actions/card-action.ts",
    from: "if (!changed.ok || !result.ok) return changed as Result<never>;",
    to: 'if (!changed.ok && changed.error.code === "unknown-outcome") return failure({ ...changed.error, code: "issuer-unavailable", retry: "safe" });\n  if (!changed.ok || !result.ok) return changed as Result<never>;',
  },
  // The event stream of someone who was disabled stays open.
  "stream-outlives-session": {
    breaks: "disabled-stays-out",
    seed: 3005,
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
    file: "lib/actions/define-action.ts",
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
      });`,
    to: `setTimeout(() => void inTransaction(pool, (own) => appendAudit(own, {
        phase: "begin",
        outcome: "begun",
        input,
        operationId,
        actor,
        action,
        target,
        address,
      })).catch(() => undefined), 1_000);`,
  },
  // A create without an answer is recorded as failed although its card was found.
  "found-card-ignored": {
    breaks: "recorded-outcomes",
    seed: 3002,
    file: "lib/jobs/resolve-create.ts",
    from: 'return { is: "succeeded", data: card, cardId: card.id };',
    to: 'return { is: "failed" };',
  },
};
