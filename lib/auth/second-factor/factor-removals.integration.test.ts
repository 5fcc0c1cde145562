import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { insertPerson } from "@/lib/auth/people";
import { type Actor, createSession, findActor } from "@/lib/auth/sessions";
import type { Role } from "@/lib/domain/people/permissions";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { countFactors } from "./change-factors";
import { decideFactorRemoval, listFactorRemovals, requestFactorRemoval } from "./factor-removals";

let db: Database;
let ada: Actor;
let mina: Actor;

beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.pool.query("delete from people");
  ada = await add("ada", "admin");
  mina = await add("mina", "support");
  await giveFactor(mina);
});

async function add(name: string, role: Role): Promise<Actor> {
  const email = `${name}@example.com`;
  const id =
    (await insertPerson(db.pool, { email, name, role, state: "active", passwordHash: "hash" })) ?? "";
  const sessionId = await createSession(db.pool, { personId: id, address: null, userAgent: null });
  return { id, name, email, role, sessionId };
}

const giveFactor = ({ id }: Actor) =>
  db.pool.query(
    "insert into authenticators (id, person_id, name, secret, confirmed_at) values ($1, $2, 'X', 'x', now())",
    [randomUUID(), id],
  );

const request = (actor: Actor, person = mina) =>
  inTransaction(db.pool, (client) => requestFactorRemoval(client, actor, person.id));

const decide = (actor: Actor, id: string, isConfirmed = true) =>
  inTransaction(db.pool, (client) => decideFactorRemoval(client, actor, id, isConfirmed));

const openRemovalId = async () => (await listFactorRemovals())[0]?.id ?? "";

const titlesOf = async ({ id }: Actor) =>
  (
    await db.pool.query<{ title: string }>("select title from notifications where person_id = $1", [id])
  ).rows.map(({ title }) => title);

describe("lost factors", () => {
  it("are removed at once by the only admin, who tells the person and ends their sessions", async () => {
    expect(await request(ada)).toMatchObject({ is: "removed", factors: 1 });
    expect(await countFactors(db.pool, mina.id)).toBe(0);
    expect(await findActor(mina.sessionId)).toBeNull();
    expect(await titlesOf(mina)).toEqual(["ada removed your second factors"]);
    const { rows } = await db.pool.query(
      "select recipient, subject from mails order by created_at desc limit 1",
    );
    expect(rows).toEqual([{ recipient: mina.email, subject: "Your second factors were removed" }]);
  });

  it("of the other of two admins need nobody else, because that one can't sign in", async () => {
    const grace = await add("grace", "admin");
    await giveFactor(grace);
    expect(await request(ada, grace)).toMatchObject({ is: "removed" });
  });

  it("wait for another admin, who is told", async () => {
    const grace = await add("grace", "admin");
    expect(await request(ada)).toMatchObject({ is: "waiting", admins: [grace.id] });
    expect(await countFactors(db.pool, mina.id)).toBe(1);
    expect(await titlesOf(grace)).toEqual(["ada asks to remove the lost second factors of mina"]);
    expect(await request(grace)).toMatchObject({ is: "rejected" });
    expect(await decide(grace, await openRemovalId())).toMatchObject({ is: "removed", factors: 1 });
    expect(await countFactors(db.pool, mina.id)).toBe(0);
    expect(await titlesOf(mina)).toEqual(["ada and grace removed your second factors"]);
    expect(await listFactorRemovals()).toEqual([]);
  });

  it("can't be confirmed by the requester, or by the person", async () => {
    const grace = await add("grace", "admin");
    await add("hedy", "admin");
    await giveFactor(grace);
    await request(ada, grace);
    expect(await decide(ada, await openRemovalId())).toMatchObject({ is: "rejected" });
    expect(await decide(grace, await openRemovalId())).toMatchObject({ is: "rejected" });
    expect(await countFactors(db.pool, grace.id)).toBe(1);
  });

  it("are removed once if two admins confirm at the same time", async () => {
    const [grace, hedy] = [await add("grace", "admin"), await add("hedy", "admin")];
    await request(ada);
    const id = await openRemovalId();
    const outcomes = await Promise.all([decide(grace, id), decide(hedy, id)]);
    expect(outcomes.map(({ is }) => is).toSorted()).toEqual(["rejected", "removed"]);
    expect(await titlesOf(mina)).toHaveLength(1);
  });

  it("stay if the request is declined, withdrawn, expired, or its requester is no longer an admin", async () => {
    const grace = await add("grace", "admin");
    for (const decider of [grace, ada]) {
      await request(ada);
      const id = await openRemovalId();
      expect(await decide(decider, id, false)).toMatchObject({ is: "declined" });
      expect(await decide(grace, id)).toMatchObject({ is: "rejected" });
    }
    await request(ada);
    const expired = await openRemovalId();
    await db.pool.query("update factor_removals set expires_at = now()");
    expect(await decide(grace, expired)).toMatchObject({ is: "rejected" });
    expect(await request(ada)).toMatchObject({ is: "waiting" });
    await db.pool.query("update people set role = 'manager' where id = $1", [ada.id]);
    expect(await decide(grace, await openRemovalId())).toMatchObject({ is: "rejected" });
    expect(await countFactors(db.pool, mina.id)).toBe(1);
  });

  it("are not one's own, and exist", async () => {
    await giveFactor(ada);
    expect(await request(ada, ada)).toMatchObject({ is: "rejected" });
    expect(await request(ada, await add("tomasz", "finance"))).toMatchObject({ is: "rejected" });
  });
});
