import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changePassword } from "@/lib/actions/change-password";
import { choosePassword } from "@/lib/actions/choose-password";
import { resetPassword } from "@/lib/actions/reset-password";
import { DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestAccounts, signInWithDemoPassword, support, type TestAccounts } from "@/testing/accounts";
import { useProvider } from "@/testing/provider-browser";
import { signInPerson } from "@/testing/sign-in-as";
import { resetTestRequest } from "@/testing/test-request";
import { createLink, findLink } from "./one-time-links";
import { endPasswordSessions, findBreakGlassProblem, isPasswordAllowed } from "./password-rule";
import { DEMO_PEOPLE } from "./people";
import { createSession, findActor } from "./sessions";
import { linkIdentity } from "./single-sign-on/identities";

const ISSUER = "https://login.example.com";
const admin = DEMO_PEOPLE.admin.email;
const NEW_PASSWORD = "seven purple umbrellas dance";

let accounts: TestAccounts;

beforeAll(async () => {
  accounts = await openTestAccounts();
});
afterAll(() => accounts.db.close());
beforeEach(async () => {
  resetTestRequest();
  await accounts.clearAttempts();
  await accounts.db.pool.query("delete from identities");
  useProvider(ISSUER, { breakGlassEmail: admin.toUpperCase() });
});

async function signIn(email: string): Promise<string> {
  const { sessionId } = await signInPerson((await accounts.getPerson(email)).id);
  return sessionId;
}

async function openLink(email: string): Promise<string> {
  const { id } = await accounts.getPerson(email);
  const url = await inTransaction(accounts.db.pool, (client) => createLink(client, id, "reset"));
  return url.split("/").at(-1) ?? "";
}

describe("with passwords off", () => {
  it("only the emergency account signs in with one", async () => {
    expect(await signInWithDemoPassword(support)).toEqual({ is: "rejected" });
    expect(await signInWithDemoPassword(admin)).toMatchObject({ is: "signed-in" });
  });

  it("the emergency account must be an admin", async () => {
    useProvider(ISSUER, { breakGlassEmail: support });
    expect(await signInWithDemoPassword(support)).toEqual({ is: "rejected" });
  });

  it("an emergency account that would not open is found at the start", async () => {
    const { pool } = accounts.db;
    expect(await findBreakGlassProblem(pool)).toBeNull();
    useProvider(ISSUER, { breakGlassEmail: support });
    expect(await findBreakGlassProblem(pool)).toContain("isn't an admin");
    useProvider(ISSUER, { breakGlassEmail: "nobody@example.com" });
    expect(await findBreakGlassProblem(pool)).toContain("belongs to nobody");
  });

  it("a link sets no password, and stays valid for the provider", async () => {
    const token = await openLink(support);
    expect(await choosePassword({ token, newPassword: NEW_PASSWORD })).toMatchObject({
      ok: false,
      error: { code: "refused", message: "You sign in with Example ID, not with a password." },
    });
    expect(await findLink(token)).not.toBeNull();
  });

  it("an admin's new link says nothing about a password", async () => {
    await signIn(admin);
    const { id: personId } = await accounts.getPerson(support);
    expect(await resetPassword(crypto.randomUUID(), { personId })).toMatchObject({ ok: true });
    const { rows } = await accounts.db.pool.query(
      "select subject from mails order by created_at desc limit 1",
    );
    expect(rows[0].subject).toBe("Your sign-in link for Cardwell");
  });

  it("nobody else changes theirs", async () => {
    await signIn(support);
    const input = { currentPassword: DEMO_PASSWORD, newPassword: NEW_PASSWORD };
    expect(await changePassword(crypto.randomUUID(), input)).toMatchObject({
      ok: false,
      error: { code: "refused" },
    });
  });

  it("sessions that began with a password end at the start", async () => {
    const [own, other] = [await signIn(admin), await signIn(support)];
    const { id: personId } = await accounts.getPerson(support);
    const provided = await createSession(accounts.db.pool, {
      personId,
      address: null,
      userAgent: null,
      method: "single-sign-on",
    });
    expect(await endPasswordSessions(accounts.db.pool)).toBeGreaterThan(0);
    expect(await findActor(own)).not.toBeNull();
    expect(await findActor(other)).toBeNull();
    expect(await findActor(provided)).not.toBeNull();
  });
});

describe("with passwords on", () => {
  beforeEach(() => useProvider(ISSUER));

  it("everyone who isn't linked signs in with one, and no session ends at the start", async () => {
    expect(await signInWithDemoPassword(support)).toMatchObject({ is: "signed-in" });
    expect(await endPasswordSessions(accounts.db.pool)).toBe(0);
  });

  it("a linked person neither uses nor sets one", async () => {
    const person = await accounts.getPerson(support);
    await inTransaction(accounts.db.pool, (client) => linkIdentity(client, person.id, "mina"));
    expect(await isPasswordAllowed(accounts.db.pool, person)).toBe(false);
    expect(await signInWithDemoPassword(support)).toEqual({ is: "rejected" });
    const token = await openLink(support);
    expect(await choosePassword({ token, newPassword: NEW_PASSWORD })).toMatchObject({ ok: false });
    // Another provider doesn't know them.
    useProvider("https://other.example.com");
    expect(await signInWithDemoPassword(support)).toMatchObject({ is: "signed-in" });
  });
});
