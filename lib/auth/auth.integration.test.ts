import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES } from "@/lib/domain/people/permissions";
import { DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { changePerson } from "./change-person";
import { createLink, findLink, redeemLink } from "./one-time-links";
import { DEMO_PEOPLE, findPersonByEmail, insertPerson, listPeople, seedDemoPeople } from "./people";
import { type Actor, findActor, findLiveSessions, listSessions, revokeSession } from "./sessions";
import { signIn } from "./sign-in";

let db: Database;
const request = { address: "203.0.113.7", userAgent: "a test", requestId: "r" };
const admin = DEMO_PEOPLE.admin.email;
const support = DEMO_PEOPLE.support.email;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.pool.query("delete from throttles");
});

async function signInAs(email: string): Promise<string> {
  const session = await signIn({ email, password: DEMO_PASSWORD }, request);
  if (session.is !== "signed-in") throw new Error(`${email} could not sign in`);
  return session.sessionId;
}

async function actorOf(email: string): Promise<Actor> {
  const actor = await findActor(await signInAs(email));
  if (!actor) throw new Error(`${email} has no session`);
  return actor;
}

describe("signing in", () => {
  it("accepts the correct password, and the email in any letter case", async () => {
    const actor = await actorOf(admin.toUpperCase());
    expect(actor).toMatchObject({ email: admin, role: "admin" });
  });

  it.each([
    ["a wrong password", support, "wrong"],
    ["an unknown person", "nobody@cardwell.test", DEMO_PASSWORD],
    ["no password", support, ""],
  ])("rejects %s and records it without the password", async (_, email, password) => {
    expect(await signIn({ email, password }, request)).toEqual({ is: "rejected" });
    const { rows } = await db.pool.query("select body from audit order by seq desc limit 1");
    expect(rows[0].body).toContain('"outcome":"denied"');
    if (password) expect(rows[0].body).not.toContain(password);
  });
});

describe("a session", () => {
  it.each([
    ["it is revoked", (id: string) => revokeSession(db.pool, id)],
    ["31 idle minutes have passed", (id: string) => age(id, "last_seen_at", "31 minutes")],
    ["12 hours have passed, regardless of activity", (id: string) => age(id, "created_at", "721 minutes")],
    [
      "its person is disabled",
      () => db.pool.query("update people set state = 'disabled' where email = $1", [support]),
    ],
    ["its person is deleted", () => db.pool.query("delete from people where email = $1", [support])],
  ])("ends when %s", async (_, end) => {
    const id = await signInAs(support);
    expect(await findActor(id)).not.toBeNull();
    await end(id);
    expect(await findActor(id)).toBeNull();
    expect((await findLiveSessions([id])).size).toBe(0);
    await db.pool.query("delete from people where is_demo");
    await seedDemoPeople("sandbox");
  });

  it("reflects a role change immediately", async () => {
    const id = await signInAs(support);
    await db.pool.query("update people set role = 'auditor' where email = $1", [support]);
    expect(await findActor(id)).toMatchObject({ role: "auditor" });
    await db.pool.query("update people set role = 'support' where email = $1", [support]);
  });

  it("is listed only for its own person", async () => {
    const [ownActor, otherActor] = [await actorOf(admin), await actorOf(support)];
    const own = (await listSessions(ownActor.id)).map(({ id }) => id);
    expect(own).toContain(ownActor.sessionId);
    expect(own).not.toContain(otherActor.sessionId);
  });

  async function age(id: string, column: string, by: string): Promise<void> {
    await db.pool.query(`update sessions set ${column} = now() - interval '${by}' where id = $1`, [id]);
  }
});

describe("a one-time link", () => {
  async function invite(): Promise<{ personId: string; token: string }> {
    const email = `${crypto.randomUUID()}@example.com`;
    const personId = await insertPerson(db.pool, {
      email,
      name: "New",
      role: "finance",
      state: "invited",
      passwordHash: null,
    });
    if (!personId) throw new Error("not added");
    const link = await inTransaction(db.pool, (client) => createLink(client, personId, "invite"));
    return { personId, token: link.split("/").at(-1) ?? "" };
  }
  const redeem = (token: string) => inTransaction(db.pool, (client) => redeemLink(client, token, "hash"));

  it("works once, even if it is used several times at the same moment", async () => {
    const { token } = await invite();
    expect(await findLink(token)).toMatchObject({ purpose: "invite" });
    const redeemed = await Promise.all([redeem(token), redeem(token), redeem(token)]);
    expect(redeemed.filter((person) => person !== null)).toHaveLength(1);
    expect(await findLink(token)).toBeNull();
  });

  it("becomes invalid when it expires or is replaced, and is stored only as a hash", async () => {
    const { personId, token } = await invite();
    const { rows } = await db.pool.query("select * from one_time_links");
    expect(JSON.stringify(rows)).not.toContain(token);
    await inTransaction(db.pool, (client) => createLink(client, personId, "invite"));
    expect(await redeem(token)).toBeNull();
    const expired = await invite();
    await db.pool.query("update one_time_links set expires_at = now() where person_id = $1", [
      expired.personId,
    ]);
    expect(await redeem(expired.token)).toBeNull();
  });
});

describe("managing people", () => {
  const context = (actor: Actor) => ({
    actor,
    trace: {},
    request,
    commit: <T>(work: (client: pg.PoolClient) => Promise<T>) => inTransaction(db.pool, work),
  });

  it("doesn't let people change themselves", async () => {
    const actor = await actorOf(admin);
    expect(await changePerson(actor.id, { role: "support" }, context(actor))).toMatchObject({ ok: false });
  });

  it("always leaves one admin, even if two disable each other at the same time", async () => {
    await insertPerson(db.pool, {
      email: "second@x.test",
      name: "Second",
      role: "admin",
      state: "active",
      passwordHash: null,
    });
    const [first, second] = [
      await findPersonByEmail(db.pool, admin),
      await findPersonByEmail(db.pool, "second@x.test"),
    ];
    if (!first || !second) throw new Error("not there");
    const contextOf = (id: string) => context({ id, name: "", email: "", role: "admin", sessionId: "" });
    await Promise.all([
      changePerson(second.id, { isDisabled: true }, contextOf(first.id)),
      changePerson(first.id, { role: "auditor" }, contextOf(second.id)),
    ]);
    const admins = (await listPeople()).filter(({ role, state }) => role === "admin" && state === "active");
    expect(admins).toHaveLength(1);
  });
});

describe("demo people", () => {
  it("exist for each role with the sandbox, and not in live mode", async () => {
    await db.pool.query("delete from people");
    await seedDemoPeople("live");
    expect(await listPeople()).toEqual([]);
    await seedDemoPeople("sandbox");
    expect((await listPeople()).map(({ role }) => role).sort()).toEqual([...ROLES].sort());
  });
});
