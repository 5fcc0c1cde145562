import { Secret, TOTP } from "otpauth";
import type pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { beginAccountLink } from "@/lib/actions/begin-account-link";
import { changeRole } from "@/lib/actions/change-role";
import { disablePerson } from "@/lib/actions/disable-person";
import { signOut } from "@/lib/actions/sign-out";
import { currentActor } from "@/lib/auth/actor";
import { createLink, findLink } from "@/lib/auth/one-time-links";
import { findPersonByEmail, insertPerson } from "@/lib/auth/people";
import { beginAuthenticator, confirmAuthenticator } from "@/lib/auth/second-factor/authenticators";
import { createSession, findActor, listSessions } from "@/lib/auth/sessions";
import { createLog } from "@/lib/log";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { processWide } from "@/lib/process-wide";
import { openTestDashboard } from "@/testing/dashboard-database";
import { openProviderBrowser, refusalIn, useProvider } from "@/testing/provider-browser";
import { signInPerson } from "@/testing/sign-in-as";
import { testRequest } from "@/testing/test-request";
import { startTokenIssuer, type TokenIssuer } from "@/testing/token-issuer";
import { providerSignOutUrl } from "./sign-out-url";

const jar = testRequest.cookies;

const ADA = { sub: "ada", email: "ada@example.com", name: "Ada Lovelace", groups: ["card-support"] };

let db: Database;
let issuer: TokenIssuer;
let browser: ReturnType<typeof openProviderBrowser>;

beforeAll(async () => {
  db = await openTestDashboard();
  issuer = await startTokenIssuer();
  browser = openProviderBrowser(issuer);
});
afterAll(async () => {
  await issuer.stop();
  await db.close();
});
beforeEach(async () => {
  jar.clear();
  useProvider(issuer.issuer);
  await db.pool.query("delete from people");
  await db.pool.query("delete from throttled_attempts");
  await db.pool.query("delete from throttles");
});

function signIn(claims: object = {}, query = ""): Promise<string> {
  issuer.plan({ claims: { ...ADA, ...claims } });
  return browser.signIn(query);
}

async function getAda() {
  const person = await findPersonByEmail(db.pool, ADA.email);
  if (!person) throw new Error("Ada doesn't exist");
  return person;
}

const addPerson = async (changes: Partial<Parameters<typeof insertPerson>[1]> = {}) =>
  (await insertPerson(db.pool, {
    email: ADA.email,
    name: "Ada",
    role: "finance",
    state: "active",
    passwordHash: "a hash",
    ...changes,
  })) ?? "";

async function signInAdmin(): Promise<void> {
  await signInPerson(await addPerson({ email: "admin@example.com", role: "admin" }));
}

async function lastAudit(action: string): Promise<Record<string, unknown>> {
  const { rows } = await db.pool.query("select body from audit where action = $1 order by seq desc limit 1", [
    action,
  ]);
  return JSON.parse(rows[0]?.body ?? "{}");
}

describe("the first sign-in", () => {
  it("creates the person with the mapped role, and records both", async () => {
    expect(await signIn()).toBe("/");
    const ada = await getAda();
    expect(ada).toMatchObject({ name: "Ada Lovelace", role: "support", state: "active", passwordHash: null });
    expect(await currentActor()).toMatchObject({ id: ada.id, role: "support" });
    expect(await lastAudit("person.add")).toMatchObject({ target: ada.id, after: { role: "support" } });
    expect(await lastAudit("session.begin")).toMatchObject({
      target: ada.id,
      message: "With single sign-on",
    });
    expect(await listSessions(ada.id)).toMatchObject([{ method: "single-sign-on" }]);
  });

  it("creates one person, however many happen at the same time", async () => {
    issuer.plan({ claims: ADA });
    const urls = [await browser.begin(), await browser.begin(), await browser.begin()];
    const paths = await Promise.all(urls.map((url) => browser.finish(issuer.authorize(url))));
    expect(paths).toEqual(["/", "/", "/"]);
    const { rows } = await db.pool.query("select count(*)::int as people from people");
    expect(rows[0].people).toBe(1);
  });

  it("is no news, but one from another browser is shown", async () => {
    const readTitles = async () =>
      (await db.pool.query("select title from notifications where kind = 'new-device'")).rows;
    await signIn();
    await signIn();
    expect(await readTitles()).toEqual([]);
    jar.clear();
    await signIn();
    expect(await readTitles()).toEqual([{ title: expect.stringMatching(/^New sign-in: /) }]);
  });

  it.each([
    ["no-role", { groups: ["staff"] }],
    ["no-role", { groups: undefined }],
    ["too-many-groups", { groups: undefined, _claim_names: { groups: "src1" } }],
    ["unverified-email", { email_verified: "false" }],
    ["wrong-domain", { email: "ada@example.org" }],
  ])("is refused: %s", async (reason, claims) => {
    issuer.plan({ claims: { ...ADA, ...claims }, userinfo: { sub: "ada" } });
    expect(refusalIn(await browser.signIn())).toBe(reason);
    expect(await currentActor()).toBeNull();
    const { rows } = await db.pool.query("select 1 from people");
    expect(rows).toEqual([]);
  });

  it("logs the missing claim, and how far the clocks differ", async () => {
    const slot = processWide<pino.Logger>("log");
    const usual = slot.current;
    const lines: Record<string, unknown>[] = [];
    slot.current = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
    try {
      const claims = { ...ADA, groups: undefined };
      issuer.plan({ claims, userinfo: { sub: "ada" }, date: new Date(Date.now() + 40_000) });
      await browser.signIn();
    } finally {
      slot.current = usual;
    }
    const line = lines.find(({ msg }) => msg === "Single sign-on refused");
    expect(line).toMatchObject({ reason: "no-role", detail: "The claim groups is missing" });
    expect(Math.abs(Number(line?.clockSkewSeconds) - 40)).toBeLessThanOrEqual(2);
    expect(JSON.stringify(lines)).not.toContain("eyJ");
  });
});

describe("an existing person with the same email", () => {
  it("is not taken over", async () => {
    const id = await addPerson();
    expect(refusalIn(await signIn())).toBe("email-taken");
    expect(await getAda()).toMatchObject({ id, role: "finance", passwordHash: "a hash" });
    expect(await currentActor()).toBeNull();
  });

  it("is sent to their invitation", async () => {
    await addPerson({ state: "invited", passwordHash: null });
    expect(refusalIn(await signIn())).toBe("invitation-waiting");
  });

  it("doesn't matter once another account is theirs, and neither does a new email", async () => {
    await signIn();
    const { id } = await getAda();
    await addPerson({ email: "grace@example.com" });
    expect(await signIn({ email: "grace@example.com" })).toBe("/");
    expect(await currentActor()).toMatchObject({ id });
    expect(refusalIn(await signIn({ sub: "grace" }))).toBe("email-taken");
  });
});

it("the same subject at another provider is another person", async () => {
  await signIn();
  const { id } = await getAda();
  await db.pool.query("update identities set issuer = 'https://other.example' where person_id = $1", [id]);
  expect(await signIn({ email: "grace@example.com" })).toBe("/");
  expect(await currentActor()).toMatchObject({
    id: expect.not.stringMatching(id),
    email: "grace@example.com",
  });
});

describe("the role", () => {
  it("follows the claim at each sign-in, in every session", async () => {
    await signIn();
    const [session] = await listSessions((await getAda()).id);
    jar.clear();
    await signIn({ groups: ["card-finance"] });
    expect(await findActor(session?.id ?? "")).toMatchObject({ role: "finance" });
    expect(await lastAudit("person.change-role")).toMatchObject({
      before: { role: "support" },
      after: { role: "finance" },
      message: "The provider changed the role",
    });
  });

  it("is taken from the last admin too, and they still sign in", async () => {
    await signIn({ groups: ["card-admins"] });
    expect(await signIn()).toBe("/");
    expect(await currentActor()).toMatchObject({ role: "support" });
  });

  it("that vanished ends the sessions of the person", async () => {
    await signIn();
    const [session] = await listSessions((await getAda()).id);
    expect(refusalIn(await signIn({ groups: [] }))).toBe("no-role");
    expect(await findActor(session?.id ?? "")).toBeNull();
    expect(await lastAudit("session.begin")).toMatchObject({
      outcome: "denied",
      target: (await getAda()).id,
    });
  });

  it("is not known with too many groups: sessions stay", async () => {
    await signIn();
    const [session] = await listSessions((await getAda()).id);
    issuer.plan({ claims: { ...ADA, groups: undefined, hasgroups: true }, userinfo: { sub: "ada" } });
    expect(refusalIn(await browser.signIn())).toBe("too-many-groups");
    expect(await findActor(session?.id ?? "")).not.toBeNull();
  });

  it("can't be changed by an admin", async () => {
    await signIn();
    const { id } = await getAda();
    await signInAdmin();
    expect(await changeRole(crypto.randomUUID(), { personId: id, role: "admin" })).toMatchObject({
      ok: false,
      error: { message: "This person’s role comes from Example ID. Change it there." },
    });
    expect(await getAda()).toMatchObject({ role: "support" });
  });

  it("belongs to us again without the provider", async () => {
    await signIn();
    const { id } = await getAda();
    await signInAdmin();
    useProvider("http://localhost:9");
    expect(await changeRole(crypto.randomUUID(), { personId: id, role: "finance" })).toMatchObject({
      ok: true,
    });
  });
});

describe("a disabled person", () => {
  it("is refused, and signs in again once re-enabled", async () => {
    await signIn();
    const { id } = await getAda();
    await signInAdmin();
    const setDisabled = (isDisabled: boolean) =>
      disablePerson(crypto.randomUUID(), { personId: id, isDisabled });
    expect(await setDisabled(true)).toMatchObject({ ok: true });
    const admin = new Map(jar);
    jar.clear();
    expect(refusalIn(await signIn())).toBe("disabled");
    for (const [name, value] of admin) jar.set(name, value);
    expect(await setDisabled(false)).toMatchObject({ ok: true });
    expect(await getAda()).toMatchObject({ state: "active" });
    jar.clear();
    expect(await signIn()).toBe("/");
  });
});

describe("a one-time link", () => {
  async function openLink(personId: string, purpose: "invite" | "reset") {
    const url = await inTransaction(db.pool, (client) => createLink(client, personId, purpose));
    return url.split("/").at(-1) ?? "";
  }

  async function follow(token: string, claims: object = {}): Promise<string> {
    issuer.plan({ claims: { ...ADA, ...claims } });
    const begun = await beginAccountLink({ token });
    if (!begun.ok) throw new Error(begun.error.message);
    return browser.finish(issuer.authorize(begun.data.url));
  }

  it("links an invited person, whatever their email at the provider is", async () => {
    const id = await addPerson({ email: "lovelace@example.com", state: "invited", passwordHash: null });
    const token = await openLink(id, "invite");
    expect(await follow(token)).toBe("/");
    expect(await currentActor()).toMatchObject({ id, email: "lovelace@example.com", role: "support" });
    expect(await lastAudit("person.link")).toMatchObject({ target: id, outcome: "succeeded" });
    jar.clear();
    expect(await signIn()).toBe("/");
    expect(await currentActor()).toMatchObject({ id });
  });

  it("links an existing person, removes the password and ends their sessions", async () => {
    const id = await addPerson();
    const old = await createSession(db.pool, { personId: id, address: null, userAgent: null });
    expect(await follow(await openLink(id, "reset"))).toBe("/");
    expect(await getAda()).toMatchObject({ id, passwordHash: null, role: "support", state: "active" });
    expect(await findActor(old)).toBeNull();
  });

  it("is used up by the way back, not by starting, and works once", async () => {
    const token = await openLink(await addPerson(), "reset");
    issuer.plan({ claims: ADA });
    const begun = [await beginAccountLink({ token }), await beginAccountLink({ token })];
    expect(await findLink(token)).not.toBeNull();
    const urls = begun.map((result) => (result.ok ? result.data.url : ""));
    expect(await browser.finish(issuer.authorize(urls[0] ?? ""))).toBe("/");
    expect(refusalIn(await browser.finish(issuer.authorize(urls[1] ?? "")))).toBe("link-expired");
    expect(await beginAccountLink({ token })).toMatchObject({ ok: false });
  });

  it("stays valid if the account has no role or belongs to another person", async () => {
    const token = await openLink(await addPerson({ email: "x@example.com" }), "reset");
    expect(refusalIn(await follow(token, { groups: [] }))).toBe("no-role");
    await signIn();
    expect(refusalIn(await follow(token))).toBe("already-linked");
    expect(await findLink(token)).not.toBeNull();
  });

  it("doesn't make a second person of a person who isn't linked yet, with the role at the provider", async () => {
    await addPerson({ role: "admin" });
    const second = {
      email: "alias@example.com",
      role: "support",
      state: "invited",
      passwordHash: null,
    } as const;
    const token = await openLink(await addPerson(second), "invite");
    expect(refusalIn(await follow(token, { groups: ["card-admins"] }))).toBe("email-taken");
    expect(await findLink(token)).toMatchObject({ person: { role: "support", state: "invited" } });
    await db.pool.query("update people set state = 'disabled' where email = $1", [ADA.email]);
    expect(await follow(token)).toBe("/");
  });

  it("doesn't get past a second factor", async () => {
    const id = await addPerson();
    const token = await openLink(id, "reset");
    await db.pool.query(
      "insert into authenticators (id, person_id, name, secret, confirmed_at) values ($1, $1, 'X', 'x', now())",
      [id],
    );
    expect(refusalIn(await follow(token))).toBe("second-factor");
    expect(await currentActor()).toBeNull();
    expect(await findLink(token)).not.toBeNull();
  });

  it("never links the emergency account", async () => {
    useProvider(issuer.issuer, { breakGlassEmail: ADA.email });
    const token = await openLink(await addPerson({ role: "admin" }), "reset");
    expect(refusalIn(await follow(token))).toBe("emergency-account");
    expect(refusalIn(await signIn())).toBe("emergency-account");
    await db.pool.query("delete from people");
    expect(refusalIn(await signIn())).toBe("emergency-account");
  });
});

describe("a second factor of ours", () => {
  it("is not asked for: the provider has its own", async () => {
    await signIn();
    const { id } = await getAda();
    const begun = await inTransaction(db.pool, (client) => beginAuthenticator(client, id, "Phone"));
    const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate();
    await inTransaction(db.pool, (client) => confirmAuthenticator(client, id, begun.id, code));
    jar.clear();
    expect(await signIn()).toBe("/");
    expect(await currentActor()).toMatchObject({ id });
  });
});

describe("signing out", () => {
  it("ends our session, then leads to the provider with the ID token", async () => {
    await signIn();
    const [session] = await listSessions((await getAda()).id);
    const stored = await db.pool.query("select id_token from sessions");
    expect(stored.rows[0].id_token).toMatch(/^sealed\./);
    expect(await signOut(crypto.randomUUID(), {})).toMatchObject({ ok: true });
    expect(await providerSignOutUrl(session?.id ?? "")).toContain(`${issuer.issuer}/end?id_token_hint=eyJ`);
    expect(await findActor(session?.id ?? "")).toBeNull();
    expect((await db.pool.query("select id_token from sessions")).rows[0].id_token).toBeNull();
  });

  it("leads to the provider also after our session was idle for too long, and not before it ends", async () => {
    await signIn();
    const sessionId = (await currentActor())?.sessionId ?? "";
    expect(await providerSignOutUrl(sessionId)).toBeNull();
    await db.pool.query("update sessions set last_seen_at = now() - interval '31 minutes'");
    expect(await signOut(crypto.randomUUID(), {})).toMatchObject({ error: { code: "signed-out" } });
    expect(await providerSignOutUrl(sessionId)).toContain(`${issuer.issuer}/end?id_token_hint=eyJ`);
  });

  it("of a person with a password stays here", async () => {
    await signInAdmin();
    const sessionId = (await currentActor())?.sessionId ?? "";
    expect(await signOut(crypto.randomUUID(), {})).toMatchObject({ ok: true });
    expect(await providerSignOutUrl(sessionId)).toBeNull();
  });
});
