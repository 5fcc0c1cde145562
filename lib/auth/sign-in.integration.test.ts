import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDashboard } from "@/lib/db/testing";
import { DEMO_PASSWORD } from "@/lib/domain/sandbox-defaults";
import type { Database } from "@/lib/postgres/open-database";
import { deviceCookie } from "./device-cookie";
import { hashPassword } from "./password";
import { arrangeDemoPeople, DEMO_PEOPLE, findPersonByEmail, type Person } from "./people";
import { findActor } from "./sessions";
import { type SignInOutcome, signIn } from "./sign-in";
import { signOut } from "./sign-out";
import { addressAllowance, countAttempt, strangersAllowance } from "./throttle";
import { recordEndedFloods } from "./throttle-log";

let db: Database;
const support = DEMO_PEOPLE.support.email;
const finance = DEMO_PEOPLE.finance.email;

beforeAll(async () => {
  db = await openTestDashboard();
  await arrangeDemoPeople("sandbox");
  await holdWindowsOpen();
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.pool.query("delete from throttles");
  await db.pool.query("delete from throttled_attempts");
});

/** A test's attempts fall into one window, however long the machine takes for them. */
async function holdWindowsOpen(): Promise<void> {
  await db.pool.query(`
    create function hold_window_open() returns trigger language plpgsql as $$
    begin
      new.window_ends_at := now() + interval '1 day';
      return new;
    end $$;
    create trigger hold_window_open before insert on throttles
      for each row execute function hold_window_open();
  `);
}

let hosts = 0;
/** Each guess from somewhere else, so that only the account's own count can stop it. */
const elsewhere = () => {
  hosts += 1;
  return { address: `198.51.${hosts >> 8}.${hosts & 255}`, userAgent: "a test", requestId: "r" };
};

const browserWith = (cookies: Record<string, string>) => ({
  readCookie: (name: string) => cookies[name],
  earlierSessionId: null,
});

const guess = (email: string, cookies: Record<string, string> = {}) =>
  signIn({ email, password: "wrong" }, elsewhere(), browserWith(cookies));

const enter = (email: string, cookies: Record<string, string> = {}) =>
  signIn({ email, password: DEMO_PASSWORD }, elsewhere(), browserWith(cookies));

function tally(outcomes: SignInOutcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { is } of outcomes) counts[is] = (counts[is] ?? 0) + 1;
  return counts;
}

async function personOf(email: string): Promise<Person> {
  const person = await findPersonByEmail(db.pool, email);
  if (!person) throw new Error(`${email} is not there`);
  return person;
}

async function auditAfter(seq: number): Promise<Record<string, unknown>[]> {
  const { rows } = await db.pool.query<{ body: string }>(
    "select body from audit where seq > $1 order by seq",
    [seq],
  );
  return rows.map(({ body }) => JSON.parse(body));
}

async function lastSeq(): Promise<number> {
  const { rows } = await db.pool.query("select seq from audit_head");
  return Number(rows[0].seq);
}

describe("guesses at one account", () => {
  it("are looked at ten times a minute, wherever they come from", async () => {
    const outcomes: SignInOutcome[] = [];
    for (let attempt = 0; attempt < 15; attempt += 1) outcomes.push(await guess(support));
    expect(tally(outcomes)).toEqual({ refused: 10, throttled: 5 });
    expect(outcomes.at(-1)).toMatchObject({ retryAfterSeconds: expect.any(Number) });
  });

  it("are counted one by one when they come at once", async () => {
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => guess(support)));
    expect(tally(outcomes)).toEqual({ refused: 10, throttled: 30 });
  });

  it("are one count for every spelling that the database takes for the same address", async () => {
    const person = await personOf(DEMO_PEOPLE.admin.email);
    const since = await lastSeq();
    for (const email of ["admin@cardwell.test", "ADMIN@cardwell.test", "adm\u0130n@cardwell.test"])
      for (let attempt = 0; attempt < 8; attempt += 1) await guess(email);
    const looked = (await auditAfter(since)).filter(
      ({ target, message }) => target === person.id && message === "Wrong e-mail or password",
    );
    expect(looked).toHaveLength(10);
  });

  it("meet the same limit where nobody has the address, however it is written", async () => {
    const outcomes: SignInOutcome[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      outcomes.push(await guess("Nobody@cardwell.test"));
      outcomes.push(await guess("nobody@cardwell.TEST"));
    }
    expect(tally(outcomes)).toEqual({ refused: 10, throttled: 2 });
  });

  it("are taken back by a right password, and only by that one", async () => {
    const person = await personOf(support);
    for (let attempt = 0; attempt < 9; attempt += 1) await guess(support);
    expect(await enter(support)).toMatchObject({ is: "signed-in" });
    expect(await countAttempt(strangersAllowance(person.id))).toBeNull();
    expect(await countAttempt(strangersAllowance(person.id))).not.toBeNull();
  });

  it("count for a disabled person, even with the right password", async () => {
    const { id } = await personOf(support);
    await db.pool.query("update people set state = 'disabled' where id = $1", [id]);
    try {
      const outcomes: SignInOutcome[] = [];
      for (let attempt = 0; attempt < 12; attempt += 1) outcomes.push(await enter(support));
      expect(tally(outcomes)).toEqual({ refused: 10, throttled: 2 });
    } finally {
      await db.pool.query("update people set state = 'active' where id = $1", [id]);
    }
  });

  it("may be made again after the pause", async () => {
    for (let attempt = 0; attempt < 11; attempt += 1) await guess(support);
    await db.pool.query("update throttles set window_ends_at = now() - interval '1 second'");
    expect(await enter(support)).toMatchObject({ is: "signed-in" });
  });
});

describe("guesses from one place", () => {
  const at = (address: string) => countAttempt(addressAllowance(address));

  it("meet a limit over all accounts", async () => {
    for (let attempt = 0; attempt < 100; attempt += 1) expect(await at("10.0.0.2")).toBeNull();
    const request = { address: "10.0.0.2", userAgent: null, requestId: "r" };
    const outcome = await signIn({ email: support, password: DEMO_PASSWORD }, request);
    expect(outcome).toMatchObject({ is: "throttled" });
  });

  it("are one place for a whole IPv6 network", async () => {
    for (let attempt = 0; attempt < 100; attempt += 1)
      expect(await at(`2001:db8::${attempt.toString(16)}`)).toBeNull();
    expect(await at("2001:db8::ffff:1")).not.toBeNull();
    expect(await at("2001:db8:0:1::1")).toBeNull();
  });
});

describe("a browser in which someone has signed in before", () => {
  async function knownBrowser(email: string): Promise<Record<string, string>> {
    const outcome = await enter(email);
    if (outcome.is !== "signed-in") throw new Error(`${email} was not let in`);
    const { name, value, ...options } = outcome.device;
    expect(options).toMatchObject({ httpOnly: true, sameSite: "strict" });
    return { [name]: value };
  }

  async function exhaustStrangers(email: string): Promise<void> {
    const { id } = await personOf(email);
    for (let attempt = 0; attempt < 12; attempt += 1) await countAttempt(strangersAllowance(id));
  }

  it("lets its owner in while strangers are throttled", async () => {
    const cookies = await knownBrowser(support);
    await exhaustStrangers(support);
    expect(await enter(support)).toMatchObject({ is: "throttled" });
    expect(await enter(support, cookies)).toMatchObject({ is: "signed-in" });
    expect(await enter(support)).toMatchObject({ is: "throttled" });
  });

  it("lets its owner in while the address that they share with others is throttled", async () => {
    const cookies = await knownBrowser(support);
    const request = elsewhere();
    const { key, limit } = addressAllowance(request.address);
    await db.pool.query("insert into throttles (key, failures, window_ends_at) values ($1, $2, now())", [
      key,
      limit,
    ]);
    const credentials = { email: support, password: DEMO_PASSWORD };
    expect(await signIn(credentials, request)).toMatchObject({ is: "throttled" });
    expect(await signIn(credentials, request, browserWith(cookies))).toMatchObject({ is: "signed-in" });
    expect(await signIn(credentials, request)).toMatchObject({ is: "throttled" });
  });

  it("has a limit of its own, so that a copied cookie is no way to guess without end", async () => {
    const cookies = await knownBrowser(support);
    const outcomes: SignInOutcome[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) outcomes.push(await guess(support, cookies));
    expect(tally(outcomes)).toEqual({ refused: 10, throttled: 2 });
    expect(await enter(support)).toMatchObject({ is: "signed-in" });
  });

  it("is a stranger to everyone else's account", async () => {
    const [theirs] = Object.values(await knownBrowser(support));
    await exhaustStrangers(finance);
    const { name } = deviceCookie(await personOf(finance));
    expect(await enter(finance, { [name]: theirs ?? "" })).toMatchObject({ is: "throttled" });
  });

  it.each([
    ["altered", (value: string) => `${value.slice(0, -4)}${value.endsWith("AAAA") ? "BBBB" : "AAAA"}`],
    ["of another device", (value: string) => value.replace(/^[^.]+/, crypto.randomUUID())],
    ["of another day", (value: string) => value.replace(/\.\d+\./, ".9999999999.")],
    ["empty", () => ""],
  ])("is a stranger again with a cookie that is %s", async (_, alter) => {
    const [[name, value] = ["", ""]] = Object.entries(await knownBrowser(support));
    await exhaustStrangers(support);
    expect(await enter(support, { [name]: alter(value) })).toMatchObject({ is: "throttled" });
  });

  it("is a stranger again once the password is another one", async () => {
    const cookies = await knownBrowser(support);
    const { id } = await personOf(support);
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    await db.pool.query("update people set password_hash = $2 where id = $1", [id, passwordHash]);
    await exhaustStrangers(support);
    expect(await enter(support, cookies)).toMatchObject({ is: "throttled" });
  });
});

describe("a flood in the audit log", () => {
  it("is one row when it begins and one with its count when it is over", async () => {
    const { id } = await personOf(support);
    const since = await lastSeq();
    for (let attempt = 0; attempt < 10; attempt += 1) await countAttempt(strangersAllowance(id));
    for (let attempt = 0; attempt < 25; attempt += 1) await guess(support);
    await recordEndedFloods();
    expect(await auditAfter(since)).toMatchObject([
      { action: "session.begin", outcome: "denied", target: id, message: expect.stringMatching(/^Too many/) },
    ]);
    await db.pool.query("update throttled_attempts set last_at = now() - interval '61 seconds'");
    await recordEndedFloods();
    await recordEndedFloods();
    const rows = await auditAfter(since);
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({
      action: "session.begin",
      outcome: "denied",
      target: id,
      message: "25 attempts were throttled",
      input: { attempts: 25, limit: "strangers" },
    });
  });

  it("is the same for sign-ins of unknown people from one address", async () => {
    const since = await lastSeq();
    const request = elsewhere();
    for (let attempt = 0; attempt < 5; attempt += 1)
      await signIn({ email: `unknown${attempt}@example.com`, password: "wrong" }, request);
    await signIn({ email: undefined, password: undefined }, request);
    await guess("unknown@example.com");
    await db.pool.query("update throttled_attempts set last_at = now() - interval '61 seconds'");
    await recordEndedFloods();
    const denied = { action: "session.begin", outcome: "denied", target: null };
    expect(await auditAfter(since)).toMatchObject([
      { ...denied, address: request.address, message: "Wrong e-mail or password" },
      { ...denied, message: "Wrong e-mail or password" },
      {
        ...denied,
        address: request.address,
        message: "6 attempts were refused: wrong e-mail or password",
        input: { attempts: 6, limit: "refused" },
      },
    ]);
  });

  it("does not name an address that nobody has", async () => {
    const since = await lastSeq();
    for (let attempt = 0; attempt < 12; attempt += 1) await guess("someone.private@example.com");
    await db.pool.query("update throttled_attempts set last_at = now() - interval '61 seconds'");
    await recordEndedFloods();
    const rows = await auditAfter(since);
    expect(rows).toHaveLength(12);
    expect(JSON.stringify(rows)).not.toContain("someone.private");
    const { rows: counts } = await db.pool.query("select key from throttles");
    expect(JSON.stringify(counts)).not.toContain("someone.private");
  });
});

describe("an account that changes while its password is checked", () => {
  it.each([
    ["disabled", "state = 'disabled'"],
    ["given another password", "password_hash = 'another'"],
  ])("is not said to have had a wrong password once it is %s", async (_, change) => {
    const auditor = await personOf(DEMO_PEOPLE.auditor.email);
    // Counting comes after the account is read and before its password is checked.
    await db.pool.query(`
      create function change_account() returns trigger language plpgsql as $$
      begin
        update people set ${change} where id = '${auditor.id}';
        return new;
      end $$;
      create trigger change_account after insert on throttles
        for each row when (new.key like 'strangers:%') execute function change_account();
    `);
    try {
      const since = await lastSeq();
      expect(await enter(auditor.email)).toEqual({ is: "refused" });
      expect(await auditAfter(since)).toMatchObject([
        { target: auditor.id, outcome: "denied", message: "The account changed during the sign-in" },
      ]);
    } finally {
      await db.pool.query("drop function change_account cascade");
      await db.pool.query("update people set state = 'active', password_hash = $2 where id = $1", [
        auditor.id,
        auditor.passwordHash,
      ]);
    }
  });
});

describe("what cannot be stored or is far too long", () => {
  it.each([
    ["a NUL", { email: "admin\0@cardwell.test", password: "x" }],
    ["half a character", { email: "admin\ud800@cardwell.test", password: "x" }],
    ["a long address", { email: `${"a".repeat(400)}@cardwell.test`, password: "x" }],
    ["a long password", { email: support, password: "x".repeat(2_000) }],
    ["no password", { email: support, password: undefined }],
    ["lists", { email: [support], password: ["x"] }],
  ])("is refused like any wrong password: %s", async (_, given) => {
    expect(await signIn(given, elsewhere())).toEqual({ is: "refused" });
  });
});

describe("signing out", () => {
  it("ends the session and is one row in the audit log, however often it is sent", async () => {
    const outcome = await enter(finance);
    if (outcome.is !== "signed-in") throw new Error("not let in");
    const since = await lastSeq();
    for (let time = 0; time < 3; time += 1) await signOut(outcome.sessionId, elsewhere());
    const { id } = await personOf(finance);
    expect(await findActor(outcome.sessionId)).toBeNull();
    expect(await auditAfter(since)).toMatchObject([
      { action: "session.end", outcome: "succeeded", actor: { id }, target: id },
    ]);
  });
});

describe("the program's log", () => {
  it("tells of each sign-in, refusal, flood and sign-out, and of no secret", async () => {
    const lines: string[] = [];
    const shared = globalThis as typeof globalThis & { cardwellLog?: pino.Logger | undefined };
    const usual = shared.cardwellLog;
    shared.cardwellLog = pino({ base: null }, { write: (line: string) => lines.push(line) });
    try {
      const { id } = await personOf(finance);
      const outcome = await enter(finance);
      if (outcome.is !== "signed-in") throw new Error("not let in");
      await signIn({ email: finance, password: "a secret guess" }, elsewhere());
      for (let attempt = 0; attempt < 10; attempt += 1) await countAttempt(strangersAllowance(id));
      for (let attempt = 0; attempt < 3; attempt += 1) await guess(finance);
      await guess("someone.private@example.com");
      await db.pool.query("update throttled_attempts set last_at = now() - interval '61 seconds'");
      await recordEndedFloods();
      await signOut(outcome.sessionId, elsewhere());
      expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
        "signed in",
        "a sign-in was refused",
        "attempts are throttled",
        "a sign-in was refused",
        "throttled attempts have ended",
        "signed out",
      ]);
      const { sessionId, device } = outcome;
      for (const secret of [DEMO_PASSWORD, "a secret guess", "someone.private", sessionId, device.value])
        expect(lines.join("")).not.toContain(secret);
    } finally {
      shared.cardwellLog = usual;
    }
  });
});
