import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import {
  countOutcomes,
  finance,
  openTestAccounts,
  signInWithDemoPassword,
  signInWithWrongPassword,
  support,
  type TestAccounts,
  uniqueClient,
} from "@/testing/accounts";
import { hashPassword } from "./password";
import { DEMO_PEOPLE } from "./people";
import { findActor } from "./sessions";
import { type SignInOutcome, signIn } from "./sign-in";
import { signOut } from "./sign-out";
import { addressLimit, countAttempt, unknownBrowserLimit } from "./throttle";

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await openTestAccounts();
});
afterAll(() => accounts.db.close());
beforeEach(() => accounts.clearAttempts());

describe("guesses for one account", () => {
  it("are checked ten times a minute, whatever their address", async () => {
    const outcomes: SignInOutcome[] = [];
    for (let attempt = 0; attempt < 15; attempt += 1) outcomes.push(await signInWithWrongPassword(support));
    expect(countOutcomes(outcomes)).toEqual({ rejected: 10, throttled: 5 });
    expect(outcomes.at(-1)).toMatchObject({ retryAfterSeconds: expect.any(Number) });
  });

  it("are counted individually when they are concurrent", async () => {
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => signInWithWrongPassword(support)));
    expect(countOutcomes(outcomes)).toEqual({ rejected: 10, throttled: 30 });
  });

  it("share one limit for all spellings that the database treats as the same email", async () => {
    const person = await accounts.getPerson(DEMO_PEOPLE.admin.email);
    const since = await accounts.lastAuditSeq();
    for (const email of ["admin@cardwell.test", "ADMIN@cardwell.test", "adm\u0130n@cardwell.test"])
      for (let attempt = 0; attempt < 8; attempt += 1) await signInWithWrongPassword(email);
    const checked = (await accounts.readAuditAfter(since)).filter(
      ({ target, message }) => target === person.id && message === "Wrong email or password",
    );
    expect(checked).toHaveLength(10);
  });

  it("have the same limit for an email without an account, in any letter case", async () => {
    const outcomes: SignInOutcome[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      outcomes.push(await signInWithWrongPassword("Nobody@cardwell.test"));
      outcomes.push(await signInWithWrongPassword("nobody@cardwell.TEST"));
    }
    expect(countOutcomes(outcomes)).toEqual({ rejected: 10, throttled: 2 });
  });

  it("are not refunded by a correct password, which refunds only itself", async () => {
    const person = await accounts.getPerson(support);
    for (let attempt = 0; attempt < 9; attempt += 1) await signInWithWrongPassword(support);
    expect(await signInWithDemoPassword(support)).toMatchObject({ is: "signed-in" });
    expect(await countAttempt(unknownBrowserLimit(person.id))).toBeNull();
    expect(await countAttempt(unknownBrowserLimit(person.id))).not.toBeNull();
  });

  it("are counted for a disabled person, even with the correct password", async () => {
    const { id } = await accounts.getPerson(support);
    await accounts.db.pool.query("update people set state = 'disabled' where id = $1", [id]);
    try {
      const outcomes: SignInOutcome[] = [];
      for (let attempt = 0; attempt < 12; attempt += 1) outcomes.push(await signInWithDemoPassword(support));
      expect(countOutcomes(outcomes)).toEqual({ rejected: 10, throttled: 2 });
    } finally {
      await accounts.db.pool.query("update people set state = 'active' where id = $1", [id]);
    }
  });

  it("are allowed again after the window", async () => {
    for (let attempt = 0; attempt < 11; attempt += 1) await signInWithWrongPassword(support);
    await accounts.db.pool.query("update throttles set window_ends_at = now() - interval '1 second'");
    expect(await signInWithDemoPassword(support)).toMatchObject({ is: "signed-in" });
  });
});

describe("guesses from one address", () => {
  const countAttemptFrom = (address: string) => countAttempt(addressLimit(address));

  it("share one limit for all accounts", async () => {
    for (let attempt = 0; attempt < 100; attempt += 1) expect(await countAttemptFrom("10.0.0.2")).toBeNull();
    const request = { address: "10.0.0.2", userAgent: null, requestId: "r" };
    const outcome = await signIn({ email: support, password: DEMO_PASSWORD }, request);
    expect(outcome).toMatchObject({ is: "throttled" });
  });

  it("share one limit per IPv6 network", async () => {
    for (let attempt = 0; attempt < 100; attempt += 1)
      expect(await countAttemptFrom(`2001:db8::${attempt.toString(16)}`)).toBeNull();
    expect(await countAttemptFrom("2001:db8::ffff:1")).not.toBeNull();
    expect(await countAttemptFrom("2001:db8:0:1::1")).toBeNull();
  });
});

describe("an account that changes while its password is checked", () => {
  it.each([
    ["disabled", "state = 'disabled'"],
    ["assigned another password", "password_hash = 'another'"],
  ])("is not recorded as a wrong password once it is %s", async (_, change) => {
    const auditor = await accounts.getPerson(DEMO_PEOPLE.auditor.email);
    // The attempt is counted after the account is read and before its password is checked.
    await accounts.db.pool.query(`
      create function change_account() returns trigger language plpgsql as $$
      begin
        update people set ${change} where id = '${auditor.id}';
        return new;
      end $$;
      create trigger change_account after insert on throttles
        for each row when (new.key like 'strangers:%') execute function change_account();
    `);
    try {
      const since = await accounts.lastAuditSeq();
      expect(await signInWithDemoPassword(auditor.email)).toEqual({ is: "rejected" });
      expect(await accounts.readAuditAfter(since)).toMatchObject([
        { target: auditor.id, outcome: "denied", message: "The account changed during the sign-in" },
      ]);
    } finally {
      await accounts.db.pool.query("drop function change_account cascade");
      await accounts.db.pool.query("update people set state = 'active', password_hash = $2 where id = $1", [
        auditor.id,
        auditor.passwordHash,
      ]);
    }
  });
});

describe("a password", () => {
  const PASSWORD = ` Zwölf Laternen über dem Hafen, ${"und noch eine ".repeat(6)}`;
  const signInWith = (password: string) => signIn({ email: finance, password }, uniqueClient());

  async function setPassword(passwordHash: string | null): Promise<void> {
    await accounts.db.pool.query("update people set password_hash = $2 where email = $1", [
      finance,
      passwordHash,
    ]);
  }

  it("is compared exactly as it was typed", async () => {
    const { passwordHash } = await accounts.getPerson(finance);
    await setPassword(await hashPassword(PASSWORD));
    const variants = [
      PASSWORD.trim(),
      PASSWORD.toLowerCase(),
      PASSWORD.slice(0, -1),
      PASSWORD.slice(0, 72),
      PASSWORD.normalize("NFD"),
    ];
    for (const variant of variants) expect(await signInWith(variant)).toEqual({ is: "rejected" });
    expect(await signInWith(PASSWORD)).toMatchObject({ is: "signed-in" });
    await setPassword(passwordHash);
  });

  it("stays valid, however long ago it was set", async () => {
    await accounts.db.pool.query(
      "update people set created_at = now() - interval '10 years', last_seen_at = now() - interval '9 years' where email = $1",
      [finance],
    );
    expect(await signInWithDemoPassword(finance)).toMatchObject({ is: "signed-in" });
  });
});

describe("input that can't be stored or is too long", () => {
  it.each([
    ["a NUL", { email: "admin\0@cardwell.test", password: "x" }],
    ["a lone surrogate", { email: "admin\ud800@cardwell.test", password: "x" }],
    ["a long address", { email: `${"a".repeat(400)}@cardwell.test`, password: "x" }],
    ["a long password", { email: support, password: "x".repeat(2_000) }],
    ["no password", { email: support, password: undefined }],
    ["lists", { email: [support], password: ["x"] }],
  ])("is rejected like a wrong password: %s", async (_, input) => {
    expect(await signIn(input, uniqueClient())).toEqual({ is: "rejected" });
  });
});

describe("signing out", () => {
  it("ends the session and adds one audit row, however often it is sent", async () => {
    const outcome = await signInWithDemoPassword(finance);
    if (outcome.is !== "signed-in") throw new Error("could not sign in");
    const since = await accounts.lastAuditSeq();
    for (let time = 0; time < 3; time += 1) await signOut(outcome.sessionId, uniqueClient());
    const { id } = await accounts.getPerson(finance);
    expect(await findActor(outcome.sessionId)).toBeNull();
    expect(await accounts.readAuditAfter(since)).toMatchObject([
      { action: "session.end", outcome: "succeeded", actor: { id }, target: id },
    ]);
  });
});
