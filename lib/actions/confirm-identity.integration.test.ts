import { randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@/lib/auth/people";
import {
  beginAuthenticator,
  confirmAuthenticator,
  listAuthenticators,
} from "@/lib/auth/second-factor/authenticators";
import { createChallenge } from "@/lib/auth/second-factor/challenges";
import { finishSignIn } from "@/lib/auth/second-factor/finish-sign-in";
import { passkeySite } from "@/lib/auth/second-factor/passkey-site";
import { addPasskey } from "@/lib/auth/second-factor/passkeys";
import { replaceRecoveryCodes } from "@/lib/auth/second-factor/recovery-codes";
import { createSession, revokeSession } from "@/lib/auth/sessions";
import { DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import { closeBus } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { exportAudit } from "@/lib/queries/audit-export";
import { exportCards } from "@/lib/queries/cards-export";
import { exportExceptions } from "@/lib/queries/exceptions-export";
import { exportRun } from "@/lib/queries/run-export";
import { exportTransactions } from "@/lib/queries/transactions-export";
import { openTestAccounts, type TestAccounts } from "@/testing/accounts";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { continueSession, signInPerson } from "@/testing/sign-in-as";
import { createSoftwarePasskey } from "@/testing/software-passkey";
import { changeRole } from "./change-role";
import { confirmIdentity } from "./confirm-identity";
import { controlRun } from "./control-run";
import { createCard } from "./create-card";
import { renewRecoveryCodes } from "./renew-recovery-codes";

const ASKED = { ok: false, error: { code: "confirm-identity" } };
const PASSWORD = { way: "password", password: DEMO_PASSWORD } as const;

let accounts: TestAccounts;
let adminId: string;
let otherId: string;
let sessionId: string;

beforeAll(async () => {
  accounts = await openTestAccounts();
  adminId = (await accounts.getPerson(DEMO_PEOPLE.admin.email)).id;
  otherId = (await accounts.getPerson(DEMO_PEOPLE.support.email)).id;
});
afterAll(async () => {
  await closeBus();
  await accounts.db.close();
});
beforeEach(async () => {
  await accounts.clearAttempts();
  await accounts.db.pool.query("delete from authenticators");
  await accounts.db.pool.query("delete from passkeys");
  await accounts.db.pool.query("update people set role = 'support' where id = $1", [otherId]);
  ({ sessionId } = await signInPerson(adminId));
});

function setConfirmed(minutesAgo: number): Promise<unknown> {
  return accounts.db.pool.query(
    "update sessions set confirmed_at = now() - make_interval(mins => $2) where id = $1",
    [sessionId, minutesAgo],
  );
}

const makeFinance = (operationId: string = randomUUID()) =>
  changeRole(operationId, { personId: otherId, role: "finance" });
const confirm = (proof: Parameters<typeof confirmIdentity>[1]) => confirmIdentity(randomUUID(), proof);

async function countOperations(operationId: string): Promise<number> {
  const { rows } = await accounts.db.pool.query("select 1 from operations where id = $1", [operationId]);
  return rows.length;
}

async function addAuthenticator() {
  const { pool } = accounts.db;
  const { id, secret } = await inTransaction(pool, (client) => beginAuthenticator(client, adminId, "Phone"));
  const codeAt = (seconds: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1_000 });
  await inTransaction(pool, (client) => confirmAuthenticator(client, adminId, id, codeAt(-30)));
  const recoveryCodes = await inTransaction(pool, (client) => replaceRecoveryCodes(client, adminId));
  return { codeAt, recoveryCodes };
}

describe("an action that can't be undone", () => {
  it("runs at once within ten minutes of the sign-in, and asks after that", async () => {
    await setConfirmed(9);
    expect(await makeFinance()).toMatchObject({ ok: true });
    await setConfirmed(10);
    expect(await makeFinance()).toMatchObject(ASKED);
  });

  it("does nothing before the person has confirmed, and runs once with the same operation ID", async () => {
    await setConfirmed(11);
    const operationId = randomUUID();
    expect(await makeFinance(operationId)).toMatchObject({
      ok: false,
      error: { code: "confirm-identity", confirmWith: ["password"] },
    });
    expect(await countOperations(operationId)).toBe(0);
    expect((await accounts.getPerson(DEMO_PEOPLE.support.email)).role).toBe("support");
    expect(await confirm(PASSWORD)).toMatchObject({ ok: true });
    const results = await Promise.all([makeFinance(operationId), makeFinance(operationId)]);
    for (const result of results) expect(result).toMatchObject({ ok: true });
    expect(await countOperations(operationId)).toBe(1);
  });

  it("is confirmed in this session only", async () => {
    await setConfirmed(11);
    await signInPerson(adminId);
    expect(await confirm(PASSWORD)).toMatchObject({ ok: true });
    await continueSession(sessionId);
    expect(await makeFinance()).toMatchObject(ASKED);
  });

  it("is refused without the permission before anything is asked", async () => {
    await signInPerson(otherId);
    await accounts.db.pool.query("update sessions set confirmed_at = now() - interval '1 hour'");
    expect(await makeFinance()).toMatchObject({ ok: false, error: { code: "forbidden" } });
  });
});

describe("the export of the audit log", () => {
  const request = () => new Request("http://localhost/api/audit/export");

  it("is refused, and not recorded, until the person has confirmed", async () => {
    await setConfirmed(11);
    const seq = await accounts.lastAuditSeq();
    const refused = await exportAudit(request());
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: { code: "confirm-identity" } });
    expect(await accounts.lastAuditSeq()).toBe(seq);
    await confirm(PASSWORD);
    const file = await exportAudit(request());
    expect(file.status).toBe(200);
    await file.body?.cancel();
  });
});

describe("long after the sign-in", () => {
  const get = () => new Request("http://dashboard.test/?format=csv");
  const runId = randomUUID();

  it("issuing a card and resuming a run ask, pausing and canceling one don't", async () => {
    await setConfirmed(11);
    expect(await createCard(randomUUID(), sampleConsumerRequest())).toMatchObject(ASKED);
    expect(await controlRun(randomUUID(), { runId, to: "running" })).toMatchObject(ASKED);
    for (const to of ["paused", "canceled"] as const)
      expect(await controlRun(randomUUID(), { runId, to })).toMatchObject({ error: { code: "not-found" } });
    await confirm(PASSWORD);
    expect(await controlRun(randomUUID(), { runId, to: "running" })).toMatchObject({
      error: { code: "not-found" },
    });
  });

  it.each([
    ["cards", () => exportCards(get())],
    ["transactions", () => exportTransactions(get())],
    ["exceptions", () => exportExceptions(get())],
    ["a run's cards", () => exportRun(get(), { params: Promise.resolve({ runId }) })],
  ])("the export of %s asks, and is not recorded", async (_, exportList) => {
    await setConfirmed(11);
    const seq = await accounts.lastAuditSeq();
    const refused = await exportList();
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: { code: "confirm-identity" } });
    expect(await accounts.lastAuditSeq()).toBe(seq);
  });
});

describe("the password", () => {
  it("is recorded if it is wrong, and guessed ten times at most, in all sessions together", async () => {
    await setConfirmed(11);
    const seq = await accounts.lastAuditSeq();
    for (let guess = 0; guess < 10; guess++)
      expect(await confirm({ way: "password", password: "wrong" })).toMatchObject({
        ok: false,
        error: { code: "refused" },
      });
    expect(await confirm(PASSWORD)).toMatchObject({ ok: false, error: { code: "throttled" } });
    const entries = await accounts.readAuditAfter(seq);
    expect(entries).toHaveLength(11);
    for (const entry of entries)
      expect(entry).toMatchObject({ action: "session.confirm-identity", outcome: "denied", target: adminId });
    expect(JSON.stringify(entries)).not.toContain('wrong"');
    expect(await makeFinance()).toMatchObject(ASKED);
  });

  it("is not enough for a person with a second factor", async () => {
    await addAuthenticator();
    await setConfirmed(11);
    expect(await makeFinance()).toMatchObject({ error: { confirmWith: ["code"] } });
    expect(await confirm(PASSWORD)).toMatchObject({ ok: false, error: { code: "refused" } });
    expect(await makeFinance()).toMatchObject(ASKED);
  });
});

describe("a code", () => {
  it("confirms once, as does each recovery code", async () => {
    const { codeAt, recoveryCodes } = await addAuthenticator();
    await setConfirmed(11);
    const proof = { way: "code", code: codeAt(0) } as const;
    expect(await confirm(proof)).toMatchObject({ ok: true });
    expect(await renewRecoveryCodesAgain()).toMatchObject({ ok: true });
    await setConfirmed(11);
    expect(await confirm(proof)).toMatchObject({ ok: false, error: { code: "refused" } });
    // The earlier ones were replaced above.
    expect(await confirm({ way: "code", code: recoveryCodes[0] ?? "" })).toMatchObject({ ok: false });
    const [recoveryCode = ""] = await inTransaction(accounts.db.pool, (client) =>
      replaceRecoveryCodes(client, adminId),
    );
    expect(await confirm({ way: "code", code: recoveryCode })).toMatchObject({ ok: true });
    expect(await makeFinance()).toMatchObject({ ok: true });
    await setConfirmed(11);
    expect(await confirm({ way: "code", code: recoveryCode })).toMatchObject({ ok: false });
  });

  it("is guessed five times at most, together with the sign-in", async () => {
    const { codeAt } = await addAuthenticator();
    const pending = await createSession(accounts.db.pool, {
      personId: adminId,
      address: null,
      userAgent: null,
    });
    for (let guess = 0; guess < 3; guess++) await confirm({ way: "code", code: "000000" });
    for (let guess = 0; guess < 2; guess++)
      await finishSignIn(pending, { code: "000000" }, { address: "::1", userAgent: null });
    expect(await confirm({ way: "code", code: codeAt(0) })).toMatchObject({ error: { code: "throttled" } });
  });

  it("is neither recorded nor used up if the session ends in the meantime", async () => {
    const { codeAt } = await addAuthenticator();
    const since = await accounts.lastAuditSeq();
    const attempt = () => confirm({ way: "code", code: codeAt(0) });
    expect(await accounts.endSessionsDuring(attempt)).toMatchObject({ error: { code: "signed-out" } });
    expect(await accounts.readAuditAfter(since)).toEqual([]);
    await accounts.db.pool.query("update sessions set revoked_at = null");
    expect(await confirm({ way: "code", code: codeAt(0) })).toMatchObject({ ok: true });
  });

  it("at the sign-in counts as confirmation", async () => {
    const { codeAt } = await addAuthenticator();
    sessionId = await createSession(accounts.db.pool, { personId: adminId, address: null, userAgent: null });
    await setConfirmed(9);
    const finished = await finishSignIn(sessionId, { code: codeAt(0) }, { address: "::1", userAgent: null });
    if (finished.is !== "signed-in") throw new Error(finished.is);
    sessionId = finished.sessionId;
    const { rows } = await accounts.db.pool.query(
      "select confirmed_at > now() - interval '1 minute' as recent from sessions where id = $1",
      [sessionId],
    );
    expect(rows).toEqual([{ recent: true }]);
  });
});

describe("a passkey", () => {
  async function addDevice() {
    const site = passkeySite();
    if (!site.works) throw new Error(site.reason);
    const device = createSoftwarePasskey(site, adminId);
    const answer = { response: device.create("AAAA"), challenge: "AAAA", site };
    expect(
      await inTransaction(accounts.db.pool, (client) => addPasskey(client, adminId, "Laptop", answer)),
    ).toBe(true);
    return device;
  }
  const begin = async () => (await createChallenge({ purpose: "confirm", sessionId })).challenge;

  it("confirms, once for each challenge", async () => {
    const device = await addDevice();
    await setConfirmed(11);
    const proof = { way: "passkey", passkey: device.use(await begin()) } as const;
    expect(await confirm(proof)).toMatchObject({ ok: true });
    await setConfirmed(11);
    expect(await confirm(proof)).toMatchObject({ error: { code: "refused" } });
  });

  it("is rejected if it belongs to nobody, to another challenge, or without one", async () => {
    const device = await addDevice();
    await setConfirmed(11);
    const site = passkeySite();
    if (!site.works) throw new Error(site.reason);
    const stranger = createSoftwarePasskey(site, adminId);
    expect(await confirm({ way: "passkey", passkey: stranger.use(await begin()) })).toMatchObject({
      ok: false,
    });
    await begin();
    expect(await confirm({ way: "passkey", passkey: device.use("BBBB") })).toMatchObject({ ok: false });
    expect(await confirm({ way: "passkey", passkey: device.use("BBBB") })).toMatchObject({ ok: false });
    expect(await changeRole(randomUUID(), { personId: otherId, role: "manager" })).toMatchObject({
      error: { code: "confirm-identity", confirmWith: ["passkey", "code"] },
    });
  });

  it("makes the password alone insufficient", async () => {
    await addDevice();
    await setConfirmed(11);
    expect(await confirm(PASSWORD)).toMatchObject({ error: { code: "refused" } });
  });
});

describe("a person without password and second factor", () => {
  it("is told to sign in again", async () => {
    const { rows } = await accounts.db.pool.query("select password_hash from people where id = $1", [
      adminId,
    ]);
    await accounts.db.pool.query("update people set password_hash = null where id = $1", [adminId]);
    try {
      await setConfirmed(11);
      expect(await makeFinance()).toMatchObject({ error: { confirmWith: ["sign-in"] } });
      expect(await confirm({ way: "password", password: "anything" })).toMatchObject({ ok: false });
    } finally {
      await accounts.db.pool.query("update people set password_hash = $2 where id = $1", [
        adminId,
        rows[0].password_hash,
      ]);
    }
  });
});

it("an ended session can't be confirmed", async () => {
  await revokeSession(accounts.db.pool, sessionId);
  expect(await confirm(PASSWORD)).toMatchObject({ ok: false, error: { code: "signed-out" } });
});

async function renewRecoveryCodesAgain() {
  expect(await listAuthenticators(accounts.db.pool, adminId)).toHaveLength(1);
  return renewRecoveryCodes(randomUUID(), {});
}
