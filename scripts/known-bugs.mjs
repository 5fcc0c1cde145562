/**
 * Bugs that the product had or could have, each with the promise that it breaks and a seed that shows it
 * (`--known-bugs`).
 * @type {Record<string, import("./bundle-simulator.mjs").Patch & { breaks: string, seed: number }>}
 */
export const KNOWN_BUGS = {
  // An operation that was resolved in the meantime is opened again by the late result of its own process.
  "no-state-guard": {
    breaks: "resolved-once",
    seed: 37,
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
    seed: 32,
    file: "lib/events/stream-hub.ts",
    from: "if (stream) await catchUp(stream, lastEventId);",
    to: "if (stream) hub.streams.delete(stream);\n  if (stream) await catchUp(stream, lastEventId);\n  if (stream) hub.streams.add(stream);",
  },
  // A freeze that the issuer confirmed is recorded as failed if the card can't be read afterward.
  "read-back-failed": {
    breaks: "truthful-answers",
    seed: 13,
    file: "lib/actions/card-action.ts",
    from: "trace.message = ",
    to: "if (after && !after.ok) return failure(toAppError(after.failure));\n  trace.message = ",
  },
  // A password change that began before the person was disabled makes them active again.
  "password-undoes-disable": {
    breaks: "disabled-stays-out",
    seed: 4,
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
    seed: 49,
    file: "lib/actions/card-action.ts",
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
    seed: 3,
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
    seed: 27,
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
    file: "lib/actions/define-action.ts",
    from: "const recordedResult = await finishOperation(",
    to: "const recordedResult = replayResult;\n  finishOperation(",
  },
  // An export ends like a complete one if the issuer fails on a later page.
  "export-ends-early": {
    breaks: "complete-exports",
    seed: 82,
    file: "lib/queries/list-export.ts",
    from: "throw new Error(response.failure.message);",
    to: "return;",
  },
};
