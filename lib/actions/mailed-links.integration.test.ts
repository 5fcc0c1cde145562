import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findLink } from "@/lib/auth/one-time-links";
import { DEMO_PEOPLE, findPersonByEmail, insertPerson, seedDemoPeople } from "@/lib/auth/people";
import { listRecoveries } from "@/lib/auth/recoveries";
import { signIn } from "@/lib/auth/sign-in";
import { DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import { env } from "@/lib/env";
import { closeBus } from "@/lib/events/bus";
import { stopJobs } from "@/lib/jobs/queue";
import { listCaughtMails } from "@/lib/mail/outbox";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { signInAs, signInPerson } from "@/testing/sign-in-as";
import { choosePassword } from "./choose-password";
import { decideRecovery } from "./decide-recovery";
import { invitePerson } from "./invite-person";
import { resetPassword } from "./reset-password";
import { sendTestMail } from "./send-test-mail";

let db: Database;
beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  await signInAs("admin");
});
afterAll(async () => {
  await stopJobs();
  await closeBus();
  await db.close();
});
beforeEach(async () => {
  await db.pool.query("delete from mails");
  env().mail = { to: "outbox" };
});

const tokenOf = (url: string) => url.split("/").at(-1) ?? "";
const invite = (email: string) =>
  invitePerson(randomUUID(), { name: "Grace Hopper", email, role: "support" });
const idOfSupport = async () => (await findPersonByEmail(db.pool, DEMO_PEOPLE.support.email))?.id ?? "";

describe("an invitation", () => {
  it("goes to its person by email, and the admin doesn't see its link", async () => {
    const result = await invite("grace@example.com");
    expect(result).toMatchObject({ ok: true, data: { link: null, sentTo: "grace@example.com" } });
    const [mail] = await listCaughtMails();
    expect(mail).toMatchObject({ kind: "invitation", recipient: "grace@example.com" });
    expect(mail?.content?.subject).toBe("Ines Duarte invited you to Cardwell");
    expect((await findLink(tokenOf(mail?.content?.link?.url ?? "")))?.person.email).toBe("grace@example.com");
  });

  it("is returned once if no email is configured", async () => {
    env().mail = { to: "nobody" };
    const operationId = randomUUID();
    const person = { name: "Hedy Lamarr", email: "hedy@example.com", role: "support" } as const;
    expect(await invitePerson(operationId, person)).toMatchObject({
      ok: true,
      data: { link: expect.stringContaining("/welcome/"), sentTo: null },
    });
    expect(await invitePerson(operationId, person)).toMatchObject({ ok: true, data: { link: null } });
    expect(await listCaughtMails()).toEqual([]);
  });

  it("sets only what an invitation can set", async () => {
    const more = { id: randomUUID(), state: "active", passwordHash: "a hash", isDemo: true };
    const person = { name: "Joan Clarke", email: "joan@example.com", role: "support", ...more } as const;
    expect(await invitePerson(randomUUID(), person)).toMatchObject({ ok: true });
    const { rows } = await db.pool.query("select * from people where email = 'joan@example.com'");
    expect(rows).toMatchObject([{ role: "support", state: "invited", password_hash: null, is_demo: false }]);
    expect(rows[0].id).not.toBe(more.id);
  });

  it("sends one email if it is sent twice", async () => {
    const operationId = randomUUID();
    const person = { name: "Ada", email: "ada@example.com", role: "support" } as const;
    await Promise.all([invitePerson(operationId, person), invitePerson(operationId, person)]);
    expect(await listCaughtMails()).toHaveLength(1);
  });
});

describe("a password reset", () => {
  it("goes to its person by email, and its person is told who created it", async () => {
    const personId = await idOfSupport();
    expect(await resetPassword(randomUUID(), { personId })).toMatchObject({
      ok: true,
      data: { link: null, sentTo: DEMO_PEOPLE.support.email },
    });
    const [mail] = await listCaughtMails();
    expect(mail).toMatchObject({ kind: "password-reset", recipient: DEMO_PEOPLE.support.email });
    const { rows } = await db.pool.query("select title from notifications where person_id = $1", [personId]);
    expect(rows).toEqual([{ title: "Ines Duarte created a link to set a new password for you" }]);
  });

  it("of another admin needs a second one if no email is configured", async () => {
    env().mail = { to: "nobody" };
    const added = { role: "admin", state: "active", passwordHash: "hash" } as const;
    const lost = await insertPerson(db.pool, { ...added, name: "Ida", email: "ida@example.com" });
    const personId = lost ?? "";
    expect(await resetPassword(randomUUID(), { personId })).toMatchObject({
      ok: true,
      data: { link: expect.stringContaining("/welcome/"), isWaiting: false },
    });
    const second = await insertPerson(db.pool, { ...added, name: "Hedy", email: "second@example.com" });
    expect(await resetPassword(randomUUID(), { personId })).toMatchObject({
      ok: true,
      data: { link: null, isWaiting: true },
    });
    const [recovery] = await listRecoveries();
    const input = { recoveryId: recovery?.id ?? "", isConfirmed: true };
    expect(await decideRecovery(randomUUID(), input)).toMatchObject({ error: { code: "refused" } });
    await signInPerson(second ?? "");
    const operationId = randomUUID();
    expect(await decideRecovery(operationId, input)).toMatchObject({
      ok: true,
      data: { link: expect.stringContaining("/welcome/") },
    });
    expect(await decideRecovery(operationId, input)).toMatchObject({ ok: true, data: { link: null } });
    await signInAs("admin");
  });

  it("is confirmed by email once the new password is set", async () => {
    await resetPassword(randomUUID(), { personId: await idOfSupport() });
    const [mail] = await listCaughtMails();
    const token = tokenOf(mail?.content?.link?.url ?? "");
    expect(await choosePassword({ token, newPassword: "tulip-anchor-ninety" })).toMatchObject({ ok: true });
    const kinds = (await listCaughtMails()).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(["password-changed", "password-reset"]);
  });
});

describe("a sign-in", () => {
  it("is announced if the browser is new, and not after that", async () => {
    const credentials = { email: DEMO_PEOPLE.finance.email, password: DEMO_PASSWORD };
    const request = { address: "198.51.100.7", userAgent: "Firefox/140 (X11; Linux)", requestId: "r" };
    const first = await signIn(credentials, request);
    const [mail] = await listCaughtMails();
    expect(mail).toMatchObject({ kind: "new-device", recipient: DEMO_PEOPLE.finance.email });
    expect(mail?.content?.paragraphs).toContain("Browser: Firefox on Linux");
    if (first.is !== "signed-in") throw new Error("not signed in");
    const { name, value } = first.device;
    const readCookie = (wanted: string) => (wanted === name ? value : undefined);
    await signIn(credentials, request, { readCookie, previousSessionId: null });
    expect(await listCaughtMails()).toHaveLength(1);
  });
});

describe("a test email", () => {
  it("goes to the person who asked for it", async () => {
    expect(await sendTestMail(randomUUID(), {})).toMatchObject({ ok: true });
    expect(await listCaughtMails()).toMatchObject([{ kind: "test", recipient: DEMO_PEOPLE.admin.email }]);
  });

  it("is rejected if no email is configured", async () => {
    env().mail = { to: "nobody" };
    expect(await sendTestMail(randomUUID(), {})).toMatchObject({ ok: false, error: { code: "refused" } });
  });
});
