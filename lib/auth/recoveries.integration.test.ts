import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appendAudit } from "@/lib/audit/append";
import type { Role } from "@/lib/domain/people/permissions";
import { env } from "@/lib/env";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { findLink } from "./one-time-links";
import { insertPerson } from "./people";
import { decideRecovery, listRecoveries, removeLostFactors, requestRecovery } from "./recoveries";
import { countFactors } from "./second-factor/change-factors";
import { type Actor, createSession, findActor } from "./sessions";

let db: Database;
let ada: Actor;
let mina: Actor;

beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(() => db.close());
beforeEach(async () => {
  env().mail = { to: "outbox" };
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
  inTransaction(db.pool, (client) => requestRecovery(client, "factors", actor, person.id));

const decide = (actor: Actor, id: string, isConfirmed = true) =>
  inTransaction(db.pool, (client) => decideRecovery(client, actor, id, isConfirmed));

const openId = async () => (await listRecoveries())[0]?.id ?? "";

const titlesOf = async ({ id }: Actor) =>
  (
    await db.pool.query<{ title: string }>("select title from notifications where person_id = $1", [id])
  ).rows.map(({ title }) => title);

describe("lost factors", () => {
  it("need nobody else if there is one admin; the person is told, and their sessions end", async () => {
    const outcome = await request(ada);
    if (outcome.is !== "alone") throw new Error(outcome.is);
    await inTransaction(db.pool, (client) => removeLostFactors(client, outcome.person, ada.name));
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
    expect(await request(ada, grace)).toMatchObject({ is: "alone" });
  });

  it("wait for another admin, who is told", async () => {
    const grace = await add("grace", "admin");
    expect(await request(ada)).toMatchObject({ is: "waiting", admins: [grace.id] });
    expect(await countFactors(db.pool, mina.id)).toBe(1);
    expect(await titlesOf(grace)).toEqual(["ada asks to remove the lost second factors of mina"]);
    expect(await request(grace)).toMatchObject({ is: "rejected" });
    expect(await decide(grace, await openId())).toMatchObject({ is: "factors-removed", factors: 1 });
    expect(await countFactors(db.pool, mina.id)).toBe(0);
    expect(await titlesOf(mina)).toEqual(["ada and grace removed your second factors"]);
    expect(await listRecoveries()).toEqual([]);
  });

  it("can't be confirmed by the requester, or by the person", async () => {
    const grace = await add("grace", "admin");
    await add("hedy", "admin");
    await giveFactor(grace);
    await request(ada, grace);
    expect(await decide(ada, await openId())).toMatchObject({ is: "rejected" });
    expect(await decide(grace, await openId())).toMatchObject({ is: "rejected" });
    expect(await countFactors(db.pool, grace.id)).toBe(1);
  });

  it("are removed once if two admins confirm at the same time", async () => {
    const [grace, hedy] = [await add("grace", "admin"), await add("hedy", "admin")];
    await request(ada);
    const id = await openId();
    const outcomes = await Promise.all([decide(grace, id), decide(hedy, id)]);
    expect(outcomes.map(({ is }) => is).toSorted()).toEqual(["factors-removed", "rejected"]);
    expect(await titlesOf(mina)).toHaveLength(1);
  });

  it("stay if the request is declined, withdrawn, expired, or its requester is no longer an admin", async () => {
    const grace = await add("grace", "admin");
    for (const decider of [grace, ada]) {
      await request(ada);
      const id = await openId();
      expect(await decide(decider, id, false)).toMatchObject({ is: "declined" });
      expect(await decide(grace, id)).toMatchObject({ is: "rejected" });
    }
    await request(ada);
    const expired = await openId();
    await db.pool.query("update recoveries set expires_at = now()");
    expect(await decide(grace, expired)).toMatchObject({ is: "rejected" });
    expect(await request(ada)).toMatchObject({ is: "waiting" });
    await db.pool.query("update people set role = 'manager' where id = $1", [ada.id]);
    expect(await decide(grace, await openId())).toMatchObject({ is: "rejected" });
    expect(await countFactors(db.pool, mina.id)).toBe(1);
  });

  it("stay if the admin who asks or confirms has lost that role since", async () => {
    const grace = await add("grace", "admin");
    await request(ada);
    await db.pool.query("update people set role = 'manager' where id = $1", [grace.id]);
    expect(await decide(grace, await openId())).toMatchObject({ is: "rejected" });
    expect(await request(grace)).toMatchObject({ is: "rejected" });
    expect(await countFactors(db.pool, mina.id)).toBe(1);
  });

  it("stay if the person was disabled in the meantime", async () => {
    const grace = await add("grace", "admin");
    await request(ada);
    await db.pool.query("update people set state = 'disabled' where id = $1", [mina.id]);
    expect(await decide(grace, await openId())).toMatchObject({ is: "rejected" });
  });
});

describe("a password link for another admin", () => {
  it("is created with the second admin's word, for them to see, and the person is told by both names", async () => {
    env().mail = { to: "nobody" };
    const [grace, hedy] = [await add("grace", "admin"), await add("hedy", "admin")];
    await inTransaction(db.pool, (client) => requestRecovery(client, "password", ada, hedy.id));
    expect(await titlesOf(grace)).toEqual(["ada asks to create a new password link for hedy"]);
    expect(await decide(ada, await openId())).toMatchObject({ is: "rejected" });
    const decided = await decide(grace, await openId());
    if (decided.is !== "link-created") throw new Error(decided.is);
    const token = decided.link.link?.split("/").at(-1) ?? "";
    expect((await findLink(token))?.person.id).toBe(hedy.id);
    expect(await titlesOf(hedy)).toEqual(["ada and grace created a link to set a new password for you"]);
  });

  it("waits beside a removal of the same person's factors", async () => {
    await add("grace", "admin");
    const hedy = await add("hedy", "admin");
    await giveFactor(hedy);
    await request(ada, hedy);
    await inTransaction(db.pool, (client) => requestRecovery(client, "password", ada, hedy.id));
    expect((await listRecoveries()).map(({ kind }) => kind)).toEqual(["factors", "password"]);
  });
});

// Last, because the audit log keeps it.
it("lost factors can't be removed by an admin who has just disabled the others", async () => {
  const dave = await add("dave", "admin");
  await db.pool.query("update people set state = 'disabled' where id = $1", [dave.id]);
  await inTransaction(db.pool, (client) =>
    appendAudit(client, {
      phase: "finish",
      action: "person.disable",
      outcome: "succeeded",
      target: dave.id,
      before: { role: "admin", state: "active" },
    }),
  );
  expect(await request(ada)).toMatchObject({
    is: "rejected",
    message: expect.stringContaining("24 hours"),
  });
});
