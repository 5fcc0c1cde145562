import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { confirmIdentity } from "@/lib/auth/confirmation/confirm-identity";
import { createLink, redeemLink } from "@/lib/auth/one-time-links";
import { findActor } from "@/lib/auth/sessions";
import { throttledMessage } from "@/lib/auth/throttle";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestAccounts, signInWithDemoPassword, support, type TestAccounts } from "@/testing/accounts";
import { beginAuthenticator, confirmAuthenticator, listAuthenticators } from "./authenticators";
import { createChallenge } from "./challenges";
import { findPendingPerson, finishSignIn } from "./finish-sign-in";
import { countRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes";

const REQUEST = { address: "198.51.100.7", userAgent: "a test" };

let accounts: TestAccounts;
let personId: string;
let secret: string;
let recoveryCodes: string[];

beforeAll(async () => {
  accounts = await openTestAccounts();
});
afterAll(() => accounts.db.close());
beforeEach(async () => {
  const { pool } = accounts.db;
  await accounts.clearAttempts();
  await pool.query("delete from authenticators");
  personId = (await accounts.getPerson(support)).id;
  const begun = await inTransaction(pool, (client) => beginAuthenticator(client, personId, "Phone"));
  secret = begun.secret;
  await inTransaction(pool, (client) => confirmAuthenticator(client, personId, begun.id, codeAt(-30)));
  recoveryCodes = await inTransaction(pool, (client) => replaceRecoveryCodes(client, personId));
});

function codeAt(secondsFromNow: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + secondsFromNow * 1_000,
  });
}

async function enterPassword(): Promise<string> {
  const outcome = await signInWithDemoPassword(support);
  if (!("sessionId" in outcome)) throw new Error(outcome.is);
  return outcome.sessionId;
}

describe("a password alone", () => {
  it("signs nobody in who has a second factor", async () => {
    const sessionId = await enterPassword();
    expect(await findActor(sessionId)).toBeNull();
    expect((await findPendingPerson(sessionId))?.id).toBe(personId);
  });

  it("is enough while an authenticator app is not confirmed", async () => {
    const { pool } = accounts.db;
    await pool.query("delete from authenticators");
    await inTransaction(pool, (client) => beginAuthenticator(client, personId, "Phone"));
    expect(await listAuthenticators(pool, personId)).toEqual([]);
    expect(await findActor(await enterPassword())).toMatchObject({ id: personId });
  });

  it("is no sign-in yet: it is announced, recorded, and remembered with the second factor", async () => {
    const { pool } = accounts.db;
    const readNews = async () => {
      const { rows } = await pool.query<{ kind: string }>(
        `select 'mail' as kind from mails where kind = 'new-device'
         union all select 'notification' from notifications where kind = 'new-device'
         union all select 'audit' from audit where action = 'session.begin' and outcome = 'succeeded'`,
      );
      return rows.map(({ kind }) => kind).sort();
    };
    const [before, since] = [await readNews(), await accounts.lastAuditSeq()];
    const entered = await signInWithDemoPassword(support);
    if (entered.is !== "needs-factor") throw new Error(entered.is);
    expect(entered).not.toHaveProperty("device");
    expect(await readNews()).toEqual(before);
    expect(await accounts.readAuditAfter(since)).toMatchObject([
      { action: "session.password", outcome: "succeeded", target: personId },
    ]);
    const finished = await finishSignIn(entered.sessionId, { code: codeAt(0) }, REQUEST);
    if (finished.is !== "signed-in") throw new Error(finished.is);
    expect(await readNews()).toEqual([...before, "audit", "mail", "notification"].sort());
    const { name, value } = finished.device;
    const again = await signInWithDemoPassword(support, { [name]: value });
    if (again.is !== "needs-factor") throw new Error(again.is);
    const readCookie = (wanted: string) => (wanted === name ? value : undefined);
    await finishSignIn(again.sessionId, { code: recoveryCodes[0] ?? "" }, REQUEST, readCookie);
    expect(await readNews()).toEqual([...before, "audit", "audit", "mail", "notification"].sort());
  });

  it("is needed again after ten minutes", async () => {
    const sessionId = await enterPassword();
    await accounts.db.pool.query(
      "update sessions set created_at = now() - interval '11 minutes' where id = $1",
      [sessionId],
    );
    expect(await finishSignIn(sessionId, { code: codeAt(0) }, REQUEST)).toEqual({ is: "expired" });
    expect(await findActor(sessionId)).toBeNull();
  });
});

it("a new password doesn't replace the second factor", async () => {
  const { pool } = accounts.db;
  const { passwordHash } = await accounts.getPerson(support);
  const link = await inTransaction(pool, (client) => createLink(client, personId, "reset"));
  const token = link.split("/").at(-1) ?? "";
  await inTransaction(pool, (client) => redeemLink(client, token, passwordHash ?? ""));
  const sessionId = await enterPassword();
  expect(await findActor(sessionId)).toBeNull();
  expect((await finishSignIn(sessionId, { code: codeAt(0) }, REQUEST)).is).toBe("signed-in");
});

describe("a code", () => {
  it("signs in once, and not a second time", async () => {
    const [first, second] = [await enterPassword(), await enterPassword()];
    const code = codeAt(0);
    const outcome = await finishSignIn(first, { code }, REQUEST);
    if (outcome.is !== "signed-in") throw new Error(outcome.is);
    expect(outcome.with).toBe("authenticator");
    expect(await findActor(outcome.sessionId)).toMatchObject({ id: personId });
    expect(await finishSignIn(second, { code }, REQUEST)).toEqual({ is: "rejected" });
    expect(await findActor(second)).toBeNull();
  });

  it("gives the session a new ID, and the one from before opens nothing", async () => {
    const pending = await enterPassword();
    await createChallenge({ purpose: "confirm", sessionId: pending });
    const outcome = await finishSignIn(pending, { code: codeAt(0) }, REQUEST);
    expect(outcome).toMatchObject({ is: "signed-in", sessionId: expect.not.stringMatching(pending) });
    expect(await findActor(pending)).toBeNull();
    expect(await findPendingPerson(pending)).toBeNull();
  });

  it("signs in one of several requests at the same time", async () => {
    const sessions = [await enterPassword(), await enterPassword(), await enterPassword()];
    const code = codeAt(0);
    const outcomes = await Promise.all(
      sessions.map((sessionId) => finishSignIn(sessionId, { code }, REQUEST)),
    );
    expect(outcomes.filter(({ is }) => is === "signed-in")).toHaveLength(1);
  });

  it("is recorded in the audit log, wrong ones too", async () => {
    const sessionId = await enterPassword();
    await finishSignIn(sessionId, { code: "000000" }, REQUEST);
    await finishSignIn(sessionId, { code: codeAt(0) }, REQUEST);
    const { rows } = await accounts.db.pool.query<{ outcome: string }>(
      "select outcome from audit where action = 'session.confirm' order by seq desc limit 2",
    );
    expect(rows).toEqual([{ outcome: "succeeded" }, { outcome: "denied" }]);
  });

  it("can be guessed five times, in all sessions of the person together", async () => {
    const sessions = [await enterPassword(), await enterPassword()];
    for (let guess = 0; guess < 5; guess++)
      expect((await finishSignIn(sessions[guess % 2] ?? "", { code: "000000" }, REQUEST)).is).toBe(
        "rejected",
      );
    expect((await finishSignIn(sessions[0] ?? "", { code: codeAt(0) }, REQUEST)).is).toBe("throttled");
  });

  it("doesn't sign in a person who was disabled in the meantime", async () => {
    const sessionId = await enterPassword();
    await accounts.db.pool.query("update people set state = 'disabled' where id = $1", [personId]);
    expect(await finishSignIn(sessionId, { code: codeAt(0) }, REQUEST)).toEqual({ is: "expired" });
    await accounts.db.pool.query("update people set state = 'active' where id = $1", [personId]);
  });

  it("is neither recorded nor used up if the session ends in the meantime", async () => {
    const sessionId = await enterPassword();
    const since = await accounts.lastAuditSeq();
    const attempt = () => finishSignIn(sessionId, { code: codeAt(0) }, REQUEST);
    expect(await accounts.endSessionsDuring(attempt)).toEqual({ is: "expired" });
    expect(await accounts.readAuditAfter(since)).toEqual([]);
    expect((await finishSignIn(await enterPassword(), { code: codeAt(0) }, REQUEST)).is).toBe("signed-in");
  });

  it("of another person doesn't count", async () => {
    await accounts.db.pool.query(
      "update authenticators set person_id = (select id from people where role = 'admin')",
    );
    await accounts.db.pool.query(
      "insert into authenticators (id, person_id, name, secret, confirmed_at) values (gen_random_uuid(), $1, 'X', 'x', now())",
      [personId],
    );
    const sessionId = await enterPassword();
    expect(await finishSignIn(sessionId, { code: codeAt(0) }, REQUEST)).toEqual({ is: "rejected" });
  });
});

describe("a recovery code", () => {
  it("signs in once, however it is typed", async () => {
    const [code = ""] = recoveryCodes;
    const typed = code.toUpperCase().replaceAll("-", " ");
    expect(await finishSignIn(await enterPassword(), { code: typed }, REQUEST)).toMatchObject({
      is: "signed-in",
      with: "recovery-code",
    });
    expect(await countRecoveryCodes(accounts.db.pool, personId)).toBe(9);
    expect(await finishSignIn(await enterPassword(), { code }, REQUEST)).toEqual({ is: "rejected" });
  });

  it("is one of ten different ones, of which only hashes are stored", async () => {
    expect(new Set(recoveryCodes).size).toBe(10);
    const { rows } = await accounts.db.pool.query<{ text: string }>(
      "select string_agg(r::text, ' ') as text from recovery_codes r",
    );
    for (const code of recoveryCodes) expect(rows[0]?.text).not.toContain(code);
  });

  it("is too long to be found by guessing its hash", () => {
    const letters = "abcdefghjkmnpqrstuvwxyz23456789";
    for (const code of recoveryCodes) {
      const used = [...code.replaceAll("-", "")];
      expect(used.filter((letter) => !letters.includes(letter))).toEqual([]);
      expect(used.length * Math.log2(letters.length)).toBeGreaterThanOrEqual(112);
    }
  });

  it("no longer works once there are new ones", async () => {
    await inTransaction(accounts.db.pool, (client) => replaceRecoveryCodes(client, personId));
    expect(await finishSignIn(await enterPassword(), { code: recoveryCodes[0] ?? "" }, REQUEST)).toEqual({
      is: "rejected",
    });
  });
});

describe("the right password and then wrong codes", () => {
  async function readWarnings() {
    const { rows } = await accounts.db.pool.query<{ via: string }>(
      `select 'mail' as via from mails where kind = 'wrong-code'
       union all select 'notice' from notifications where kind = 'wrong-code' and person_id = $1`,
      [personId],
    );
    return rows.map(({ via }) => via).sort();
  }
  const endWindows = () =>
    accounts.db.pool.query("update throttles set window_ends_at = now() where key like 'factor:%'");

  beforeEach(async () => {
    await accounts.db.pool.query("delete from mails");
    await accounts.db.pool.query("delete from notifications");
  });

  it("tell the person that their password is known, once a day, by mail and in the bell", async () => {
    const sessionId = await enterPassword();
    expect(await readWarnings()).toEqual([]);
    for (const code of ["000000", "111111"])
      expect(await finishSignIn(sessionId, { code }, REQUEST)).toEqual({ is: "rejected" });
    expect(await readWarnings()).toEqual(["mail", "notice"]);
    await accounts.db.pool.query("update notifications set created_at = now() - interval '25 hours'");
    for (let guess = 0; guess < 5; guess += 1) await finishSignIn(sessionId, { code: "222222" }, REQUEST);
    expect(await readWarnings()).toEqual(["mail", "mail", "notice", "notice"]);
  });

  it("tell them also while the attempts are throttled", async () => {
    const sessionId = await enterPassword();
    for (let guess = 0; guess < 5; guess += 1) await finishSignIn(sessionId, { code: "000000" }, REQUEST);
    await accounts.db.pool.query("update notifications set created_at = now() - interval '25 hours'");
    expect(await finishSignIn(sessionId, { code: "000000" }, REQUEST)).toMatchObject({ is: "throttled" });
    expect(await readWarnings()).toEqual(["mail", "mail", "notice", "notice"]);
  });

  it("tell nobody anything if the first code is right", async () => {
    await finishSignIn(await enterPassword(), { code: codeAt(0) }, REQUEST);
    expect(await readWarnings()).toEqual([]);
  });

  it("are a hundred in a month, on all endpoints; what can't be guessed still signs in", async () => {
    const { pool } = accounts.db;
    const used = recoveryCodes.pop() ?? "";
    const own = await finishSignIn(await enterPassword(), { code: used }, REQUEST);
    const actor = own.is === "signed-in" ? await findActor(own.sessionId) : null;
    if (!actor) throw new Error("Not signed in");
    const sessionId = await enterPassword();
    const right = [-60, -30, 0, 30, 60, 90].map(codeAt);
    const wrong = Array.from({ length: 110 }, (_, guess) => String(guess).padStart(6, "0"));
    for (const [guess, code] of wrong
      .filter((each) => !right.includes(each))
      .slice(0, 100)
      .entries()) {
      if (guess % 5 === 0) await endWindows();
      const outcome =
        guess % 2 === 0
          ? await finishSignIn(sessionId, { code }, REQUEST)
          : await confirmIdentity(actor, { way: "code", code }, REQUEST);
      expect(outcome).toEqual({ is: "rejected" });
    }
    await endWindows();
    const throttled = await finishSignIn(sessionId, { code: codeAt(0) }, REQUEST);
    if (throttled.is !== "throttled") throw new Error(throttled.is);
    expect(throttledMessage(throttled)).toContain("recovery code");
    expect(await confirmIdentity(actor, { way: "code", code: codeAt(0) }, REQUEST)).toMatchObject({
      is: "throttled",
    });
    const code = recoveryCodes[0] ?? "";
    expect(await finishSignIn(sessionId, { code }, REQUEST)).toMatchObject({ is: "signed-in" });
    // With a new password, whoever knew the old one guesses no more.
    const link = await inTransaction(pool, (client) => createLink(client, personId, "reset"));
    const hash = (await accounts.getPerson(support)).passwordHash ?? "";
    await inTransaction(pool, (client) => redeemLink(client, link.split("/").at(-1) ?? "", hash));
    const again = await enterPassword();
    expect(await finishSignIn(again, { code: codeAt(0) }, REQUEST)).toMatchObject({ is: "signed-in" });
  });
});
