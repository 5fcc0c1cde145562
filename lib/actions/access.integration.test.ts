import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ACTIONS } from "@/e2e/specs/access/matrix";
import { sessionCookie } from "@/lib/auth/cookie";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import { revokeSession } from "@/lib/auth/sessions";
import { readCard } from "@/lib/card-index/status/read-card";
import { EMPTY_APPLICATION } from "@/lib/contract/card-application";
import { DEFAULT_APPROVAL_SETTINGS } from "@/lib/domain/approvals/policies";
import { ROLES } from "@/lib/domain/people/permissions";
import type { Result } from "@/lib/domain/result";
import { canonicalJson } from "@/lib/domain/text/canonical-json";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { env } from "@/lib/env";
import { closeBus } from "@/lib/events/bus";
import { stopJobs } from "@/lib/jobs/queue";
import type { Database } from "@/lib/postgres/database";
import { stopReportWork } from "@/lib/reports/report-work";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { countTried } from "@/testing/count-tried";
import { openTestDashboard } from "@/testing/dashboard-database";
import { listen, openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { signInAs } from "@/testing/sign-in-as";
import { testRequest } from "@/testing/test-request";

type AnyAction = (operationId: string, input: unknown) => Promise<Result<unknown>>;

let db: Database;
let sandbox: TestSandbox;
let server: Awaited<ReturnType<typeof listen>>;
let cardId: string;
let otherPersonId: string;

beforeAll(async () => {
  sandbox = await openTestSandbox();
  server = await listen(sandbox);
  process.env.SANDBOX_PORT = new URL(server.origin).port;
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  cardId = (await sandbox.api("POST", "/cards/", sampleConsumerRequest({ cardType: "virtual" }))).body.id;
  otherPersonId = (await findPersonByEmail(db.pool, DEMO_PEOPLE.finance.email))?.id ?? "";
});
afterAll(async () => {
  await stopReportWork();
  await stopJobs();
  await closeBus();
  await db.close();
  await server.close();
  await sandbox.close();
});

function setAdminState(state: "active" | "disabled"): Promise<unknown> {
  const { email } = DEMO_PEOPLE.admin;
  return db.pool.query("update people set state = $2 where email = $1", [email, state]);
}

async function actionsOf(file: string): Promise<AnyAction[]> {
  const module = (await import(/* @vite-ignore */ join(import.meta.dirname, `${file}.ts`))) as Record<
    string,
    AnyAction
  >;
  return Object.values(module);
}

const TEMPLATE = {
  ...{ customerType: "Business", cardType: "virtual", cardDesign: "dsg_tide" },
  ...{ spendLimit: "250.50", expiryMonths: 24 },
};

/** A valid input for each action. */
const INPUTS: Record<string, () => unknown> = {
  "confirm-identity": () => ({ way: "code", code: "000000" }),
  "end-other-sessions": () => ({}),
  "end-person-sessions": () => ({ personId: otherPersonId }),
  "end-session": () => ({ sessionId: randomUUID() }),
  "change-password": () => ({ currentPassword: "wrong", newPassword: "a new password that is long" }),
  "invite-person": () => ({ name: "New", email: `${randomUUID()}@example.com`, role: "support" }),
  "change-role": () => ({ personId: otherPersonId, role: "finance" }),
  "disable-person": () => ({ personId: otherPersonId, isDisabled: false }),
  "begin-authenticator": () => ({ name: "Phone" }),
  "confirm-authenticator": () => ({ authenticatorId: randomUUID(), code: "000000" }),
  "remove-authenticator": () => ({ authenticatorId: randomUUID() }),
  "renew-recovery-codes": () => ({}),
  "begin-passkey": () => ({}),
  "add-passkey": () => ({
    name: "Laptop",
    response: {
      ...{ id: "AAAA", rawId: "AAAA", type: "public-key", clientExtensionResults: {} },
      response: { clientDataJSON: "AAAA", attestationObject: "AAAA" },
    },
  }),
  "remove-passkey": () => ({ passkeyId: randomUUID() }),
  "change-factor-policy": () => ({ role: "finance", rule: "optional", graceDays: 7 }),
  "remove-lost-factors": () => ({ personId: otherPersonId }),
  "decide-recovery": () => ({ recoveryId: randomUUID(), isConfirmed: true }),
  "add-alert-channel": () => ({ kind: "mail", name: "Admins", topics: ["audit-head"], email: "" }),
  "change-alert-channel": () => ({ channelId: randomUUID(), name: "Admins" }),
  "change-alert-topics": () => ({ channelId: randomUUID(), topics: ["audit-head"] }),
  "pause-alert-channel": () => ({ channelId: randomUUID(), isPaused: true }),
  "remove-alert-channel": () => ({ channelId: randomUUID() }),
  "rotate-alert-secret": () => ({ channelId: randomUUID() }),
  "test-alert-channel": () => ({ channelId: randomUUID() }),
  "send-test-mail": () => ({}),
  "send-mail-again": () => ({ mailId: randomUUID() }),
  "reset-password": () => ({ personId: otherPersonId }),
  "create-card": () => sampleConsumerRequest(),
  "save-draft": () => ({
    draftId: randomUUID(),
    application: EMPTY_APPLICATION,
    operationId: randomUUID(),
  }),
  "discard-draft": () => ({ draftId: randomUUID() }),
  "freeze-card": () => ({ cardId, freeze: true }),
  "block-card": () => ({ cardId: "nobody", reason: "lost" }),
  "reissue-card": () => ({ cardId, request: {} }),
  "change-policies": () => ({ settings: DEFAULT_APPROVAL_SETTINGS, basedOn: 1 }),
  "approve-request": () => ({
    requestId: randomUUID(),
    seen: "0".repeat(64),
    comment: "",
    acknowledgesSameDevice: false,
  }),
  "decline-request": () => ({ requestId: randomUUID(), comment: "Not needed" }),
  "withdraw-request": () => ({ requestId: randomUUID() }),
  "simulate-purchase": () => ({ cardId, amount: 1 }),
  "advance-transaction": () => ({ transactionId: "nobody", step: "clear" }),
  "move-clock": () => ({ advanceSeconds: 0 }),
  "add-fault": () => ({ call: "download", kind: "dropped", times: 1 }),
  "clear-drift": () => ({}),
  "activate-restored-copy": () => ({}),
  "clear-faults": () => ({}),
  "add-disagreement": () => ({ kind: "missing-row" }),
  "clear-disagreements": () => ({}),
  "reset-sandbox": () => ({ scenario: "empty" }),
  "add-story": () => ({ text: "name: A test" }),
  "start-story": () => ({ story: "no-such-story", speed: "instant" }),
  "control-story": () => ({ command: "pause" }),
  "control-recording": () => ({ command: "stop" }),
  "add-note": () => ({ subject: `card:${cardId}`, body: "Lost in a taxi" }),
  "dismiss-attention": () => ({ key: `frozen:${cardId}:before`, reason: "known to the customer" }),
  "dismiss-all-attention": () => ({ kind: "frozen", seen: 1, reason: "known to the customer" }),
  "restore-attention": () => ({ key: `frozen:${cardId}:before` }),
  "request-report": () => ({ type: "daily", date: "2026-01-02" }),
  "request-missing-reports": () => ({ month: "2026-01" }),
  "schedule-report": () => ({ type: "daily", firstDay: toIsoDate(new Date()) }),
  "stop-schedule": () => ({ type: "daily" }),
  "subscribe-to-report": () => ({ type: "daily", channel: "bell" }),
  "retry-report": () => ({ reportId: randomUUID() }),
  "cancel-report": () => ({ reportId: randomUUID() }),
  "map-settlement-columns": () => ({ type: "daily", mapping: null, basedOn: null }),
  "sign-off-period": () => ({ period: "2026-01-02", seen: "0".repeat(64), acknowledged: [] }),
  "reopen-period": () => ({ period: "2026-01-02", reason: "A file is missing" }),
  "decide-sign-off": () => ({ decision: "decline", requestId: randomUUID(), comment: "Not ready" }),
  "set-exception-state": () => ({
    scope: { items: [{ id: randomUUID(), version: 1 }] },
    change: { state: "explained", reason: "timing", note: "They clear on the 2nd" },
  }),
  "assign-exceptions": () => ({
    scope: { items: [{ id: randomUUID(), version: 1 }] },
    ownerId: otherPersonId,
  }),
  "undo-exceptions": () => ({ batchId: randomUUID() }),
  "add-exception-rule": () => ({
    conditions: { kind: "twice", currency: null, merchant: null, maxDifference: null },
    ...{ reason: "timing", note: "", seen: 0 },
  }),
  "end-exception-rule": () => ({ ruleId: randomUUID(), reopens: true }),
  "reprocess-webhook": () => ({ deliveryId: "1" }),
  "match-webhook": () => ({ deliveryId: "1", reportId: randomUUID() }),
  "read-notifications": () => ({ upTo: "1" }),
  "save-view": () => ({ list: "cards", name: randomUUID(), query: "status=FROZEN", isShared: false }),
  "change-view": () => ({ list: "cards", viewId: randomUUID(), version: 1, name: "Frozen" }),
  "share-view": () => ({ list: "cards", viewId: randomUUID(), version: 1, isShared: true }),
  "delete-view": () => ({ viewId: randomUUID(), version: 1 }),
  "arrange-views": () => ({ list: "cards", order: [randomUUID()] }),
  "set-default-view": () => ({ list: "cards", choice: "all" }),
  "save-template": () => ({ name: randomUUID(), content: TEMPLATE, replaces: null }),
  "rename-template": () => ({ templateId: randomUUID(), version: 1, name: "Travel" }),
  "delete-template": () => ({ templateId: randomUUID(), version: 1 }),
  "restore-view": () => ({ list: "cards", viewId: randomUUID() }),
  "set-team-default-view": () => ({ list: "cards", viewId: randomUUID(), isDefault: true }),
  "verify-audit": () => ({}),
  "resolve-operation": () => ({ operationId: randomUUID(), happened: true, reason: "seen at the issuer" }),
};

/** Appends a NUL, which the database can't store, to each text. */
function withNul(value: unknown): unknown {
  if (typeof value === "string") return `${value}\0`;
  if (Array.isArray(value)) return value.map(withNul);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withNul(inner)]));
}

const guarded = Object.entries(ACTIONS).filter(
  ([file, access]) => access !== "public" && file !== "sign-out",
);

/** Calls it with a valid input. */
function call(action: AnyAction, file: string) {
  countTried("calls");
  return action(randomUUID(), INPUTS[file]?.());
}

describe.each(guarded)("%s", (file, access) => {
  it.each(ROLES)("is allowed or denied to %s by the server", async (role) => {
    await signInAs(role);
    for (const action of await actionsOf(file)) {
      const result = await call(action, file);
      const isForbidden = !result.ok && result.error.code === "forbidden";
      expect(isForbidden).toBe(!access.includes(role));
    }
  });

  it("is denied without a session, with a forged cookie and with an ended session", async () => {
    for (const action of await actionsOf(file)) {
      testRequest.cookies.clear();
      expect(await call(action, file)).toMatchObject({
        ok: false,
        error: { code: "signed-out" },
      });
      const forged = { token: { sid: randomUUID() }, secret: "another secret, of the same length" };
      testRequest.cookies.set(sessionCookie().name, await encode(forged));
      expect(await call(action, file)).toMatchObject({
        ok: false,
        error: { code: "signed-out" },
      });
      const { sessionId } = await signInAs("admin");
      await revokeSession(db.pool, sessionId);
      expect(await call(action, file)).toMatchObject({
        ok: false,
        error: { code: "signed-out" },
      });
    }
  });

  it("is denied to a disabled person", async () => {
    await signInAs("admin");
    await setAdminState("disabled");
    try {
      for (const action of await actionsOf(file))
        expect(await call(action, file)).toMatchObject({
          ok: false,
          error: { code: "signed-out" },
        });
    } finally {
      await setAdminState("active");
    }
  });

  it("doesn't parse the input of a caller without a session", async () => {
    testRequest.cookies.clear();
    const read = vi.fn();
    const ownKeys = () => read() ?? [];
    const input = new Proxy({}, { get: read, ownKeys });
    for (const action of await actionsOf(file))
      expect(await action(randomUUID(), input)).toMatchObject({ error: { code: "signed-out" } });
    expect(read).not.toHaveBeenCalled();
  });

  it("rejects text that can't be stored, with a message", async () => {
    const spoilt = withNul(INPUTS[file]?.());
    if (JSON.stringify(spoilt) === JSON.stringify(INPUTS[file]?.())) return;
    await signInAs("admin");
    for (const action of await actionsOf(file))
      expect(await action(randomUUID(), spoilt)).toMatchObject({ ok: false, error: { code: "invalid" } });
  });

  it("rejects invalid input and an invalid operation ID without throwing", async () => {
    await signInAs("admin");
    for (const action of await actionsOf(file)) {
      for (const invalid of [null, 7, "text", [], { cardId: {} }, { personId: "x" }]) {
        expect(await action(randomUUID(), invalid)).toMatchObject({ ok: false, error: { code: "invalid" } });
      }
      expect(await action("not an id", INPUTS[file]?.())).toMatchObject({
        ok: false,
        error: { code: "invalid" },
      });
    }
  });
});

describe("a denied action", () => {
  it("is recorded with the person", async () => {
    await signInAs("auditor");
    // The denials above must not be counted as repeats of this one.
    await db.pool.query("delete from throttled_attempts");
    const { freezeCard } = await import("./freeze-card");
    await freezeCard(randomUUID(), { cardId, freeze: true });
    const { rows } = await db.pool.query("select action, outcome, body from audit order by seq desc limit 1");
    expect(rows[0]).toMatchObject({ action: "card.freeze", outcome: "denied" });
    expect(rows[0].body).toContain(DEMO_PEOPLE.auditor.name);
  });

  it("names its target, unless that means parsing far more than names one", async () => {
    await signInAs("auditor");
    const { freezeCard } = await import("./freeze-card");
    const { id } = (await sandbox.api("POST", "/cards/", sampleConsumerRequest())).body;
    await readCard(id);
    const targetOf = async (filler: string) => {
      await db.pool.query("delete from throttled_attempts");
      await (freezeCard as AnyAction)(randomUUID(), { cardId: id, freeze: true, filler });
      const { rows } = await db.pool.query("select action, target from audit order by seq desc limit 1");
      return rows[0];
    };
    expect(await targetOf("")).toEqual({ action: "card.freeze", target: id });
    expect(await targetOf("0-".repeat(200_000))).toEqual({ action: "card.freeze", target: null });
  });
});

describe("one intent", () => {
  it("reaches the issuer once, however often it is sent", async () => {
    await signInAs("support");
    const { freezeCard } = await import("./freeze-card");
    const card = (await sandbox.api("POST", "/cards/", sampleConsumerRequest())).body.id;
    const operationId = randomUUID();
    const spy = vi.spyOn(globalThis, "fetch");
    const results = await Promise.all(
      Array.from({ length: 200 }, () => freezeCard(operationId, { cardId: card, freeze: true })),
    );
    const freezes = spy.mock.calls.filter(([url]) => String(url).includes(`${card}/freeze`));
    spy.mockRestore();
    expect(freezes).toHaveLength(1);
    // On a busy machine some give up waiting for the outcome.
    const outcomes = results.filter((result) => result.ok || result.error.code !== "in-progress");
    expect(new Set(outcomes.map(canonicalJson)).size).toBe(1);
    expect(outcomes[0]).toMatchObject({ ok: true, data: { card: { status: "FROZEN" } } });
  });

  it("creates one card, even if the issuer's response is lost", async () => {
    await signInAs("manager");
    const { createCard } = await import("./create-card");
    const request = sampleConsumerRequest({ meta: { id: randomUUID() } });
    await fetch(`${server.origin}/sandbox/faults`, {
      method: "POST",
      headers: { "x-payments-api-key": env().issuer.key },
      body: JSON.stringify({ method: "POST", path: "/cards/", fault: { type: "commit-then-drop" } }),
    });
    const operationId = randomUUID();
    expect(await createCard(operationId, request)).toMatchObject({
      ok: false,
      error: { code: "unknown-outcome", retry: "unsafe" },
    });
    expect(await createCard(operationId, request)).toMatchObject({
      ok: false,
      error: { code: "unknown-outcome" },
    });
    const { results } = (await sandbox.api("GET", "/cards/")).body;
    const made = results.filter(
      (card: { externalCustomerId: string }) => card.externalCustomerId === request.meta.id,
    );
    expect(made).toHaveLength(1);
  });
});
