import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { processWide } from "@/lib/process-wide";
import { openTestDashboard } from "@/testing/dashboard-database";
import { useProvider } from "@/testing/provider-browser";
import { createLink, findLink, redeemLink } from "./one-time-links";
import { findPasswordPermission } from "./password-rule";
import { findPerson, insertPerson, type Person } from "./people";
import { recoverAdmin } from "./recover-admin";
import { createSession, findActor } from "./sessions";
import { isLinked, linkIdentity } from "./single-sign-on/identities";

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(() => db.close());
beforeEach(async () => {
  processWide<ReturnType<typeof env>>("env").current = {
    ...env(),
    singleSignOn: null,
    breakGlassEmail: null,
  };
  await db.pool.query("delete from people");
});

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

async function getPerson(id: string): Promise<Person> {
  const person = await findPerson(db.pool, id);
  if (!person) throw new Error("This person doesn't exist");
  return person;
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

  it("lets an admin of the provider set a password, and tells the others", async () => {
    useProvider("https://id.example");
    const [ada, grace] = [await add("ada", { passwordHash: null }), await add("grace")];
    await inTransaction(db.pool, (client) => linkIdentity(client, ada, "subject"));
    const token = await recover("ada");
    expect(await findPasswordPermission(await getPerson(ada))).toBe(true);
    expect(await redeem(token)).toMatchObject({ id: ada });
    const { rows } = await db.pool.query("select body from audit order by seq desc limit 1");
    expect(JSON.parse(rows[0].body)).toMatchObject({
      before: { isLinked: true },
      after: { isLinked: false },
    });
    expect(await listNotifications()).toEqual([
      { person_id: grace, title: expect.stringContaining("their link to the provider") },
    ]);
  });

  it("keeps the link to the provider while passwords are off", async () => {
    useProvider("https://id.example", { breakGlassEmail: "root@example.com" });
    const ada = await add("ada", { passwordHash: null });
    await inTransaction(db.pool, (client) => linkIdentity(client, ada, "subject"));
    await recover("ada");
    expect(await isLinked(db.pool, ada)).toBe(true);
  });

  it("makes a person an admin if the provider took the role from the last", async () => {
    useProvider("https://id.example");
    const ada = await add("ada", { role: "support", passwordHash: null });
    await add("hedy", { state: "disabled" });
    await inTransaction(db.pool, (client) => linkIdentity(client, ada, "subject"));
    const token = await recover("ada");
    expect(await redeem(token)).toMatchObject({ id: ada, role: "admin" });
    expect(await findPasswordPermission(await getPerson(ada))).toBe(true);
    const { rows } = await db.pool.query("select body from audit order by seq desc limit 1");
    expect(JSON.parse(rows[0].body)).toMatchObject({ before: { role: "support" }, after: { role: "admin" } });
  });

  it("makes nobody but the emergency admin one while passwords are off", async () => {
    useProvider("https://id.example", { breakGlassEmail: "root@example.com" });
    const ada = await add("ada", { role: "support" });
    const root = await add("root", { role: "support" });
    const result = await recoverAdmin("ada@example.com", "root@cards-1");
    expect(result).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("BREAK_GLASS_EMAIL") },
    });
    expect(await getPerson(ada)).toMatchObject({ role: "support" });
    await recover("root");
    expect(await getPerson(root)).toMatchObject({ role: "admin" });
  });

  it.each([
    ["nobody", "There is no person"],
    ["mina", "not an admin"],
  ])("is rejected for %s", async (name, expectedMessage) => {
    await add("ada");
    const mina = await add("mina", { role: "manager" });
    const result = await recoverAdmin(`${name}@example.com`, "root@cards-1");
    expect(result).toMatchObject({ ok: false, error: { message: expect.stringContaining(expectedMessage) } });
    expect(await findPerson(db.pool, mina)).toMatchObject({ role: "manager", passwordHash: "hash" });
  });
});
