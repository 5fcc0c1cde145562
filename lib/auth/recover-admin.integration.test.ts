import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { createLink, findLink, redeemLink } from "./one-time-links";
import { findPerson, insertPerson, type Person } from "./people";
import { recoverAdmin } from "./recover-admin";
import { createSession, findActor } from "./sessions";

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(() => db.close());
beforeEach(() => db.pool.query("delete from people"));

async function add(name: string, overrides: Partial<Person> = {}): Promise<string> {
  const id = await insertPerson(db.pool, {
    ...{ email: `${name}@example.com`, name, role: "admin", state: "active", passwordHash: "hash" },
    ...overrides,
  });
  return id ?? "";
}

async function recover(name: string): Promise<string> {
  const result = await recoverAdmin(`${name}@example.com`, "root@cards-1");
  if (!result.ok) throw new Error(result.error.message);
  return result.data.link.split("/").at(-1) ?? "";
}

const listNotifications = async () =>
  (await db.pool.query("select person_id, title from notifications order by id")).rows;
const redeem = (token: string) => inTransaction(db.pool, (client) => redeemLink(client, token, "new hash"));

describe("recovering an admin", () => {
  it("replaces the first admin's lost setup link", async () => {
    const ada = await add("ada", { state: "invited", passwordHash: null });
    const lost = await inTransaction(db.pool, (client) => createLink(client, ada, "invite"));
    const token = await recover("ada");
    expect(await findLink(lost.split("/").at(-1) ?? "")).toBeNull();
    expect(await redeem(token)).toMatchObject({ id: ada });
    expect(await findPerson(db.pool, ada)).toMatchObject({ state: "active", passwordHash: "new hash" });
  });

  it("resets the password, ends the admin's sessions and notifies the other admins", async () => {
    const [ada, grace] = [await add("ada"), await add("grace")];
    await add("mina", { role: "manager" });
    await add("hedy", { state: "disabled" });
    const sessionId = await createSession(db.pool, { personId: ada, address: null, userAgent: null });
    const token = await recover("ada");
    expect(await findActor(sessionId)).toBeNull();
    expect(await findPerson(db.pool, ada)).toMatchObject({ state: "active", passwordHash: "hash" });
    expect(await findLink(token)).toMatchObject({ purpose: "reset" });
    expect(await listNotifications()).toEqual([{ person_id: grace, title: expect.stringContaining("ada") }]);
  });

  it("removes the admin's second factors and recovery codes", async () => {
    const ada = await add("ada");
    await db.pool.query(
      "insert into authenticators (id, person_id, name, secret, confirmed_at) values (gen_random_uuid(), $1, 'X', 'x', now())",
      [ada],
    );
    await db.pool.query("insert into recovery_codes (code_hash, person_id) values ('hash', $1)", [ada]);
    const result = await recoverAdmin("ada@example.com", "root@cards-1");
    expect(result).toMatchObject({ ok: true, data: { removedFactors: 1 } });
    const { rows } = await db.pool.query("select body from audit order by seq desc limit 1");
    expect(JSON.parse(rows[0].body)).toMatchObject({ before: { factors: 1 }, after: { factors: 0 } });
    const sessionId = await createSession(db.pool, { personId: ada, address: null, userAgent: null });
    expect(await findActor(sessionId)).toMatchObject({ id: ada });
  });

  it("is recorded in the audit log, without the link", async () => {
    const ada = await add("ada");
    const token = await recover("ada");
    const { rows } = await db.pool.query("select action, target, body from audit order by seq desc limit 1");
    expect(rows[0]).toMatchObject({ action: "person.recover", target: ada });
    expect(rows[0].body).toContain("root@cards-1");
    expect(rows[0].body).not.toContain(token);
  });

  it("reinvites a disabled admin if no other is active", async () => {
    const ada = await add("ada", { state: "disabled" });
    await add("grace", { state: "disabled" });
    await add("mina", { role: "manager" });
    const token = await recover("ada");
    expect(await findPerson(db.pool, ada)).toMatchObject({ state: "invited", passwordHash: null });
    expect(await redeem(token)).toMatchObject({ id: ada });
    expect(await findPerson(db.pool, ada)).toMatchObject({ state: "active" });
  });

  it("is rejected for a disabled admin while another is active", async () => {
    const ada = await add("ada", { state: "disabled" });
    await add("grace");
    const result = await recoverAdmin("ada@example.com", "root@cards-1");
    expect(result).toMatchObject({ ok: false, error: { message: expect.stringContaining("re-enable") } });
    expect(await findPerson(db.pool, ada)).toMatchObject({ state: "disabled" });
  });

  it.each([
    ["nobody", "There is no person"],
    ["mina", "not an admin"],
  ])("is rejected for %s", async (name, expectedMessage) => {
    const mina = await add("mina", { role: "manager" });
    const result = await recoverAdmin(`${name}@example.com`, "root@cards-1");
    expect(result).toMatchObject({ ok: false, error: { message: expect.stringContaining(expectedMessage) } });
    expect(await findPerson(db.pool, mina)).toMatchObject({ role: "manager", passwordHash: "hash" });
  });
});
