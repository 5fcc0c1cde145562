import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { currentActor } from "@/lib/auth/actor";
import { findMissingConfirmation } from "@/lib/auth/confirmation/recent-confirmation";
import { revokeSession } from "@/lib/auth/sessions";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { openProviderBrowser, refusalIn, useProvider } from "@/testing/provider-browser";
import { testRequest } from "@/testing/test-request";
import { startTokenIssuer, type TokenIssuer } from "@/testing/token-issuer";
import { reauthenticationPath } from "./reauthenticate";

const jar = testRequest.cookies;

const ADA = { sub: "ada", email: "ada@example.com", name: "Ada", groups: ["card-support"] };
const now = () => Math.floor(Date.now() / 1_000);
/** When a person who begins now has entered their password. */
const soon = () => now() + 5;
const QUERY = reauthenticationPath("/cards").slice("/api/auth/signin/oidc".length);

let db: Database;
let issuer: TokenIssuer;
let browser: ReturnType<typeof openProviderBrowser>;
let sessionId: string;

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
  issuer.plan({ claims: ADA });
  await browser.signIn();
  sessionId = (await currentActor())?.sessionId ?? "";
});

const isConfirmed = async (id: string) =>
  (await findMissingConfirmation({ id: randomUUID(), sessionId: id }, "r")) === null;

function confirm(claims: object, clockSeconds = 0): Promise<string> {
  issuer.plan({ claims: { ...ADA, ...claims }, date: new Date(Date.now() + clockSeconds * 1_000) });
  return browser.signIn(QUERY);
}

describe("confirming at the provider", () => {
  it("asks for the credentials again", async () => {
    const { searchParams } = new URL(await browser.begin(QUERY));
    expect(Object.fromEntries(searchParams)).toMatchObject({ prompt: "login", max_age: "0" });
  });

  it("counts for this session, for some minutes", async () => {
    expect(await isConfirmed(sessionId)).toBe(false);
    expect(await confirm({ auth_time: soon() })).toBe("/cards");
    expect(await isConfirmed(sessionId)).toBe(true);
    expect((await currentActor())?.sessionId).toBe(sessionId);
    await db.pool.query("update sessions set confirmed_at = now() - interval '11 minutes'");
    expect(await isConfirmed(sessionId)).toBe(false);
  });

  it("doesn't replace the second factor of a person who has one", async () => {
    await db.pool.query(
      `insert into authenticators (id, person_id, name, secret, confirmed_at)
       select id, id, 'X', 'x', now() from people`,
    );
    expect(refusalIn(await confirm({ auth_time: soon() }))).toBe("not-confirmed");
    expect(await isConfirmed(sessionId)).toBe(false);
  });

  it.each([
    ["without the time of the sign-in", {}],
    ["with a time that isn't a number", { auth_time: "now" }],
  ])("fails %s", async (_, claims) => {
    expect(refusalIn(await confirm(claims))).toBe("unverifiable");
    expect(await isConfirmed(sessionId)).toBe(false);
  });

  it.each([
    ["long ago", 0, 300],
    ["within the leeway of clocks", 0, 10],
    ["by the clock of a provider that is ahead", 40, 10],
    ["by the clock of a provider that is behind", -40, 10],
  ])("fails with a sign-in from before, %s", async (_, clockSeconds, secondsAgo) => {
    const authTime = now() + clockSeconds - secondsAgo;
    expect(refusalIn(await confirm({ auth_time: authTime }, clockSeconds))).toBe("unverifiable");
    expect(await isConfirmed(sessionId)).toBe(false);
  });

  it.each([40, -40])("works with a provider whose clock differs by %s seconds", async (clockSeconds) => {
    expect(await confirm({ auth_time: soon() + clockSeconds }, clockSeconds)).toBe("/cards");
    expect(await isConfirmed(sessionId)).toBe(true);
  });

  it("fails as another person, who isn't signed in either", async () => {
    const grace = { sub: "grace", email: "grace@example.com", auth_time: soon() };
    expect(refusalIn(await confirm(grace))).toBe("not-confirmed");
    expect(await isConfirmed(sessionId)).toBe(false);
    expect(await currentActor()).toMatchObject({ email: ADA.email });
    const { rows } = await db.pool.query(
      "select outcome from audit where action = 'session.reauthenticate' order by seq desc limit 1",
    );
    expect(rows[0].outcome).toBe("denied");
  });

  it("fails if the session ended in between", async () => {
    issuer.plan({ claims: { ...ADA, auth_time: soon() } });
    const answer = issuer.authorize(await browser.begin(QUERY));
    await revokeSession(db.pool, sessionId);
    expect(refusalIn(await browser.finish(answer))).toBe("not-confirmed");
    expect(await isConfirmed(sessionId)).toBe(false);
  });

  it("doesn't begin without a session", async () => {
    jar.clear();
    expect(await browser.begin(QUERY)).toBe("http://localhost:3000/login");
  });

  it("an ordinary sign-in doesn't count", async () => {
    issuer.plan({ claims: { ...ADA, auth_time: now() } });
    await browser.signIn();
    expect(await isConfirmed((await currentActor())?.sessionId ?? "")).toBe(false);
  });
});
