import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { changePerson } from "./change-person";
import { createLink, redeemLink, replacePassword } from "./one-time-links";
import { hashPassword } from "./password";
import { findPerson, insertPerson, type Person } from "./people";
import { createSession, findActor } from "./sessions";
import { signIn } from "./sign-in";

let db: Database;
let passwordHash: string;
let admin: Person;
const PASSWORD = "twelve lanterns over the harbor";
const request = { address: "203.0.113.7", userAgent: "a test", requestId: "r" };

beforeAll(async () => {
  db = await openTestDashboard();
  passwordHash = await hashPassword(PASSWORD);
  admin = await addPerson({ role: "admin" });
});
afterAll(() => db.close());
beforeEach(() => db.pool.query("delete from throttles"));

async function addPerson(overrides: Partial<Person> = {}): Promise<Person> {
  const email = `${crypto.randomUUID()}@example.com`;
  const id = await insertPerson(db.pool, {
    ...{ email, name: "Grace Hopper", role: "support", state: "active", passwordHash },
    ...overrides,
  });
  return stateOf(id ?? "");
}

async function stateOf(id: string): Promise<Person> {
  const person = await findPerson(db.pool, id);
  if (!person) throw new Error("not there");
  return person;
}

const contextOf = ({ id }: Person) => ({
  actor: { id, name: "", email: "", role: "admin" as const, sessionId: "" },
  trace: {},
  request,
  commit: <T>(work: (client: pg.PoolClient) => Promise<T>) => inTransaction(db.pool, work),
});

async function setDisabled({ id }: Person, isDisabled: boolean): Promise<void> {
  expect(await changePerson(id, { isDisabled }, contextOf(admin))).toMatchObject({ ok: true });
}

async function linkFor({ id, state }: Person): Promise<string> {
  const purpose = state === "invited" ? "invite" : "reset";
  const link = await inTransaction(db.pool, (client) => createLink(client, id, purpose));
  return link.split("/").at(-1) ?? "";
}

const redeem = (token: string) => inTransaction(db.pool, (client) => redeemLink(client, token, "new hash"));

describe("a new password", () => {
  it("replaces the old one", async () => {
    const person = await addPerson();
    expect(await inTransaction(db.pool, (client) => replacePassword(client, person, "new hash"))).toBe(true);
    expect(await stateOf(person.id)).toMatchObject({ state: "active", passwordHash: "new hash" });
  });

  it("doesn't re-enable a person who was disabled in the meantime", async () => {
    const person = await addPerson();
    await setDisabled(person, true);
    expect(await inTransaction(db.pool, (client) => replacePassword(client, person, "new hash"))).toBe(false);
    expect(await stateOf(person.id)).toMatchObject({ state: "disabled", passwordHash });
  });

  it("doesn't overwrite one that was set in the meantime", async () => {
    const person = await addPerson();
    expect(await redeem(await linkFor(person))).not.toBeNull();
    expect(await inTransaction(db.pool, (client) => replacePassword(client, person, "other"))).toBe(false);
    expect(await stateOf(person.id)).toMatchObject({ passwordHash: "new hash" });
  });

  it("invalidates open links", async () => {
    const person = await addPerson();
    const token = await linkFor(person);
    await inTransaction(db.pool, (client) => replacePassword(client, person, "new hash"));
    expect(await redeem(token)).toBeNull();
  });
});

describe("a one-time link", () => {
  it("makes an invited person active", async () => {
    const person = await addPerson({ state: "invited", passwordHash: null });
    expect(await redeem(await linkFor(person))).toMatchObject({ id: person.id });
    expect(await stateOf(person.id)).toMatchObject({ state: "active", passwordHash: "new hash" });
  });

  it.each(["invited", "active"] as const)(
    "doesn't work again after a person who was %s is re-enabled",
    async (state) => {
      const person = await addPerson({ state, passwordHash: state === "invited" ? null : passwordHash });
      const token = await linkFor(person);
      await setDisabled(person, true);
      await setDisabled(person, false);
      expect(await redeem(token)).toBeNull();
      expect(await stateOf(person.id)).toMatchObject({ state, passwordHash: person.passwordHash });
    },
  );
});

describe("signing in", () => {
  const browserWith = (previousSessionId: string | null) => ({
    readCookie: () => undefined,
    previousSessionId,
  });

  const signInAs = async ({ email }: Person, previousSessionId: string | null = null) => {
    const outcome = await signIn({ email, password: PASSWORD }, request, browserWith(previousSessionId));
    return outcome.is === "signed-in" ? outcome : null;
  };

  it.each(["their own", "someone else's"])("ends %s previous session in the same browser", async (whose) => {
    const person = await addPerson();
    const previous = whose === "their own" ? person : await addPerson({ name: "Ada Lovelace" });
    const first = await signInAs(previous);
    const second = await signInAs(person, first?.sessionId);
    expect(await findActor(first?.sessionId ?? "")).toBeNull();
    expect(await findActor(second?.sessionId ?? "")).toMatchObject({ id: person.id });
    const { rows } = await db.pool.query(
      "select action, actor_id, target from audit order by seq desc limit 2",
    );
    expect(rows).toEqual([
      { action: "session.begin", actor_id: person.id, target: person.id },
      { action: "session.end", actor_id: previous.id, target: previous.id },
    ]);
  });

  it("keeps the previous session if the password is wrong", async () => {
    const person = await addPerson();
    const first = await signInAs(person);
    const wrong = { email: person.email, password: "wrong" };
    const outcome = await signIn(wrong, request, browserWith(first?.sessionId ?? null));
    expect(outcome).toEqual({ is: "rejected" });
    expect(await findActor(first?.sessionId ?? "")).not.toBeNull();
  });

  it("doesn't record the end of a session that had already ended", async () => {
    const person = await addPerson();
    const sessionId = await createSession(db.pool, { personId: person.id, address: null, userAgent: null });
    await db.pool.query("update sessions set last_seen_at = now() - interval '31 minutes' where id = $1", [
      sessionId,
    ]);
    await signInAs(person, sessionId);
    const { rows } = await db.pool.query("select 1 from audit where action = 'session.end' and target = $1", [
      person.id,
    ]);
    expect(rows).toEqual([]);
  });

  it("creates no session for a person who is disabled during the password check", async () => {
    const person = await addPerson();
    let signingIn: ReturnType<typeof signInAs> | undefined;
    await inTransaction(db.pool, async (client) => {
      await client.query("update people set state = 'disabled' where id = $1", [person.id]);
      signingIn = signInAs(person);
      // The embedded engine has only one connection, so the sign-in starts after this transaction.
      if (process.env.TEST_ENGINE === "postgres") await vi.waitFor(() => expectWaitingLock(client), 20_000);
    });
    expect(await signingIn).toBeNull();
    const { rows } = await db.pool.query("select 1 from sessions where person_id = $1", [person.id]);
    expect(rows).toEqual([]);
  });
});

async function expectWaitingLock(client: Parameters<typeof findPerson>[0]): Promise<void> {
  const { rows } = await client.query("select 1 from pg_locks where not granted");
  expect(rows).not.toEqual([]);
}

describe("two admins who disable each other at the same moment", () => {
  it("disable one of them, although a third stays active", async () => {
    const [first, second] = [await addPerson({ role: "admin" }), await addPerson({ role: "admin" })];
    const results = await Promise.all([
      changePerson(second.id, { isDisabled: true }, contextOf(first)),
      changePerson(first.id, { isDisabled: true }, contextOf(second)),
    ]);
    const states = [(await stateOf(first.id)).state, (await stateOf(second.id)).state];
    expect(states.sort()).toEqual(["active", "disabled"]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("refuses what someone asks who is no longer an admin", async () => {
    const former = await addPerson({ role: "admin" });
    const person = await addPerson();
    expect(await changePerson(former.id, { role: "support" }, contextOf(admin))).toMatchObject({ ok: true });
    expect(await changePerson(person.id, { isDisabled: true }, contextOf(former))).toMatchObject({
      error: { code: "refused" },
    });
    expect((await stateOf(person.id)).state).toBe("active");
  });
});
