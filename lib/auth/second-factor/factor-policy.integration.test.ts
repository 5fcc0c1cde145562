import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { insertPerson } from "@/lib/auth/people";
import {
  type Actor,
  createSession,
  endSession,
  findActor,
  findEnrollee,
  findLiveSessions,
  listSessions,
} from "@/lib/auth/sessions";
import type { FactorRule } from "@/lib/domain/people/factor-policy";
import type { Role } from "@/lib/domain/people/permissions";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { addFactor, removeFactor } from "./change-factors";
import { changeFactorPolicy, findFactorDueAt, listFactorPolicies, seedFactorPolicies } from "./factor-policy";
import { countRecoveryCodes } from "./recovery-codes";

let db: Database;
let personId: string;
let sessionId: string;

beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.pool.query("delete from people; delete from factor_policies");
  personId = await addPerson("manager");
  sessionId = await openSession();
});

async function addPerson(role: Role): Promise<string> {
  const email = `${role}@example.com`;
  const person = { email, name: role, role, state: "active", passwordHash: "hash" } as const;
  return (await insertPerson(db.pool, person)) ?? "";
}

const openSession = () => createSession(db.pool, { personId, address: null, userAgent: null });

const setPolicy = (rule: FactorRule, graceDays: number) =>
  inTransaction(db.pool, (client) => changeFactorPolicy(client, { role: "manager", rule, graceDays }));

/** The policy began and the account was made this many days ago. */
const ageDays = async (policy: number, account: number) => {
  await db.pool.query("update factor_policies set required_since = now() - make_interval(days => $1)", [
    policy,
  ]);
  await db.pool.query("update people set created_at = now() - make_interval(days => $1)", [account]);
};

async function addAuthenticator(actor: Actor): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>("select gen_random_uuid() as id");
  const id = rows[0]?.id ?? "";
  await inTransaction(db.pool, (client) =>
    addFactor(client, actor, "authenticator", async () => {
      await client.query(
        "insert into authenticators (id, person_id, name, secret, confirmed_at) values ($1, $2, 'X', 'x', now())",
        [id, actor.id],
      );
      return true;
    }),
  );
  return id;
}

async function getEnrollee(): Promise<Actor> {
  const enrollee = await findEnrollee(sessionId);
  if (!enrollee) throw new Error("This person doesn't have to add a factor");
  return enrollee;
}

describe("the default policy", () => {
  it.each([
    ["live", ["required", "required", "optional", "optional", "optional"]],
    ["sandbox", ["optional", "optional", "optional", "optional", "optional"]],
  ] as const)("of a %s dashboard", async (mode, rules) => {
    await seedFactorPolicies(mode);
    expect((await listFactorPolicies(db.pool)).map(({ rule }) => rule)).toEqual(rules);
  });

  it("doesn't replace what an admin has chosen", async () => {
    await setPolicy("off", 0);
    await seedFactorPolicies("live");
    expect(await listFactorPolicies(db.pool)).toContainEqual({ role: "manager", rule: "off", graceDays: 0 });
  });
});

describe("a required second factor", () => {
  it.each([
    ["the policy is new", 6, 100, true],
    ["the account is new", 100, 6, true],
    ["both are older than the grace period", 8, 8, false],
  ])("if %s", async (_, policy, account, isOpen) => {
    await setPolicy("required", 7);
    await ageDays(policy, account);
    expect((await findActor(sessionId)) !== null).toBe(isOpen);
    expect((await findLiveSessions([sessionId])).size).toBe(isOpen ? 1 : 0);
    expect((await findEnrollee(sessionId)) === null).toBe(isOpen);
    expect(await findFactorDueAt(personId)).toBeInstanceOf(Date);
  });

  it.each(["off", "optional"] as const)("is not needed if it is %s", async (rule) => {
    await setPolicy("required", 0);
    await setPolicy(rule, 0);
    expect(await findActor(sessionId)).toMatchObject({ id: personId });
    expect(await findFactorDueAt(personId)).toBeNull();
  });

  it("begins its grace period once, not with each change", async () => {
    await setPolicy("required", 7);
    await ageDays(8, 8);
    await setPolicy("required", 7);
    expect(await findActor(sessionId)).toBeNull();
    await setPolicy("required", 30);
    expect(await findActor(sessionId)).toMatchObject({ id: personId });
  });

  it("opens the session that added one, and ends the person's other sessions", async () => {
    await setPolicy("required", 0);
    const thief = await openSession();
    await addAuthenticator(await getEnrollee());
    expect(await findActor(sessionId)).toMatchObject({ id: personId });
    expect(await findActor(thief)).toBeNull();
    expect(await listSessions(personId)).toHaveLength(1);
    expect(await findEnrollee(sessionId)).toBeNull();
  });

  it("lets the person sign out without one", async () => {
    await setPolicy("required", 0);
    expect(await inTransaction(db.pool, (client) => endSession(client, sessionId))).toMatchObject({
      id: personId,
    });
    expect(await findEnrollee(sessionId)).toBeNull();
  });

  it("can't be added by a session that still needs the second factor", async () => {
    await setPolicy("required", 0);
    await addAuthenticator(await getEnrollee());
    const pending = await openSession();
    expect(await findEnrollee(pending)).toBeNull();
    expect(await findActor(pending)).toBeNull();
  });
});

describe("removing one's own factor", () => {
  const remove = (id: string) =>
    inTransaction(db.pool, (client) => removeFactor(client, personId, "authenticator", id));

  it("is refused for the last one while the role requires one", async () => {
    await setPolicy("required", 0);
    const first = await addAuthenticator(await getEnrollee());
    const actor = await findActor(sessionId);
    const second = actor && (await addAuthenticator(actor));
    const outcomes = await Promise.all([remove(first), remove(second ?? "")]);
    expect(outcomes.toSorted()).toEqual(["removed", "required"]);
    expect(await countRecoveryCodes(db.pool, personId)).toBe(10);
  });

  it("removes nobody else's", async () => {
    const actor = await findActor(sessionId);
    const id = actor ? await addAuthenticator(actor) : "";
    const otherId = await addPerson("support");
    const removeAs = (who: string) =>
      inTransaction(db.pool, (client) => removeFactor(client, who, "authenticator", id));
    expect(await removeAs(otherId)).toBe("missing");
    expect(await removeAs(personId)).toBe("removed");
  });

  it("takes the recovery codes with the last one, if it is optional", async () => {
    const actor = await findActor(sessionId);
    const id = actor ? await addAuthenticator(actor) : "";
    expect(await countRecoveryCodes(db.pool, personId)).toBe(10);
    expect(await remove(id)).toBe("removed");
    expect(await countRecoveryCodes(db.pool, personId)).toBe(0);
    expect(await remove(id)).toBe("missing");
  });
});
