import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { openProviderBrowser, refusalIn, useProvider } from "@/testing/provider-browser";
import { testRequest } from "@/testing/test-request";
import { startTokenIssuer, type TokenIssuer, type TokenPlan } from "@/testing/token-issuer";

const jar = testRequest.cookies;

const ADA = { sub: "ada", email: "ada@example.com", name: "Ada", groups: ["card-support"] };
const now = () => Math.floor(Date.now() / 1_000);

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
  issuer.setMetadata(true);
  issuer.plan({ claims: ADA });
  await db.pool.query("delete from people");
});

async function countSessions(): Promise<number> {
  const { rows } = await db.pool.query("select count(*)::int as sessions from sessions");
  return rows[0].sessions;
}

async function expectRefused(path: string, reason: string): Promise<void> {
  expect(refusalIn(path)).toBe(reason);
  expect(await countSessions()).toBe(0);
  expect(jar.has("cardwell.session")).toBe(false);
}

describe("a request to the provider", () => {
  it("has a state, a nonce and a code challenge of its own", async () => {
    const [first, second] = [new URL(await browser.begin()), new URL(await browser.begin())];
    for (const name of ["state", "nonce", "code_challenge"])
      expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name));
    expect(Object.fromEntries(first.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "cardwell",
      redirect_uri: "http://localhost:3000/api/auth/callback/oidc",
      scope: "openid email profile",
      code_challenge_method: "S256",
    });
  });

  it("sends the secret and the code verifier only to the token endpoint", async () => {
    const url = await browser.begin();
    expect(url).not.toContain("secret");
    issuer.requests.length = 0;
    await browser.finish(issuer.authorize(url));
    const sent = issuer.requests.find(({ path }) => path === "/token");
    expect(sent?.authorization).toMatch(/^Basic /);
    expect(sent?.body.get("code_verifier")).toBeTruthy();
  });

  it.each(["cross-site", "same-site"] as const)("is not caused by a %s link", async (site) => {
    const landing = new URL(await browser.begin("?next=/cards", site));
    expect(landing.pathname + landing.search).toBe("/login?next=%2Fcards");
    expect(jar.size).toBe(0);
  });

  it("is possible from a bookmark", async () => {
    expect(await browser.begin("", "none")).toContain(issuer.issuer);
  });

  it("is possible in several tabs at the same time", async () => {
    const [first, second] = [await browser.begin("?next=/cards"), await browser.begin("?next=/audit")];
    expect(await browser.finish(issuer.authorize(first))).toBe("/cards");
    expect(await browser.finish(issuer.authorize(second))).toBe("/audit");
  });

  it("doesn't fill the browser with cookies", async () => {
    for (let count = 0; count < 20; count += 1) await browser.begin();
    expect(jar.size).toBeLessThanOrEqual(4);
  });

  it("says so if the provider can't be reached", async () => {
    useProvider("http://localhost:9");
    expect(refusalIn(new URL(await browser.begin()).href)).toBe("unreachable");
  });
});

describe("the way back", () => {
  it("signs in and opens the page that was asked for, on this site only", async () => {
    expect(await browser.signIn("?next=/cards?status=FROZEN")).toBe("/cards?status=FROZEN");
    expect(await browser.signIn("?next=//evil.example")).toBe("/");
  });

  it("is refused with another state, and without one", async () => {
    const answer = issuer.authorize(await browser.begin());
    answer.set("state", "another");
    await expectRefused(await browser.finish(answer), "expired");
    answer.delete("state");
    await expectRefused(await browser.finish(answer), "expired");
  });

  it("is refused in a browser that didn't start it", async () => {
    const answer = issuer.authorize(await browser.begin());
    jar.clear();
    await expectRefused(await browser.finish(answer), "expired");
  });

  it("is refused with an altered cookie", async () => {
    const answer = issuer.authorize(await browser.begin());
    for (const [name, value] of jar) jar.set(name, `${value.slice(0, -2)}AA`);
    await expectRefused(await browser.finish(answer), "expired");
  });

  it("is refused a second time", async () => {
    const answer = issuer.authorize(await browser.begin());
    expect(await browser.finish(answer)).toBe("/");
    expect(refusalIn(await browser.finish(answer))).toBe("expired");
    expect(await countSessions()).toBe(1);
  });

  it("is refused after ten minutes", async () => {
    const answer = issuer.authorize(await browser.begin());
    const later = Date.now() + 601_000;
    const clock = vi.spyOn(Date, "now").mockReturnValue(later);
    const path = await browser.finish(answer);
    clock.mockRestore();
    await expectRefused(path, "expired");
  });

  it("is refused with the code of another browser, whose verifier is missing", async () => {
    const stolen = issuer.authorize(await browser.begin());
    const own = issuer.authorize(await browser.begin());
    own.set("code", stolen.get("code") ?? "");
    await expectRefused(await browser.finish(own), "unverifiable");
  });

  it("says so if the person canceled, and names no details of another error", async () => {
    const back = async (error: string) => {
      const state = new URL(await browser.begin()).searchParams.get("state") ?? "";
      return browser.finish(new URLSearchParams({ state, error, error_description: "<b>secret</b>" }));
    };
    await expectRefused(await back("access_denied"), "canceled");
    const path = await back("server_error");
    await expectRefused(path, "unverifiable");
    expect(path).not.toContain("secret");
  });

  it("says so if the provider fails in between", async () => {
    issuer.plan({ claims: ADA, tokenStatus: 503 });
    await expectRefused(await browser.signIn(), "unreachable");
  });

  it("leads to the sign-in page without a provider", async () => {
    const answer = issuer.authorize(await browser.begin());
    const { processWide } = await import("@/lib/process-wide");
    const slot = processWide<{ singleSignOn: unknown }>("env");
    if (slot.current) slot.current = { ...slot.current, singleSignOn: null };
    expect(await browser.finish(answer)).toBe("/login");
  });
});

describe("an ID token", () => {
  const WRONG: [string, () => Partial<TokenPlan>][] = [
    ["another nonce", () => ({ claims: { nonce: "another" } })],
    ["no nonce", () => ({ claims: { nonce: undefined } })],
    ["another issuer", () => ({ claims: { iss: "https://evil.example" } })],
    ["another audience", () => ({ claims: { aud: "another-client" } })],
    [
      "several audiences and another authorized party",
      () => ({ claims: { aud: ["cardwell", "x"], azp: "x" } }),
    ],
    ["no subject", () => ({ claims: { sub: undefined } })],
    ["a subject that can't be stored", () => ({ claims: { sub: "ada\0" } })],
    ["no expiry", () => ({ claims: { exp: undefined } })],
    ["an expiry more than a minute ago", () => ({ claims: { exp: now() - 70 } })],
    ["a beginning in more than a minute", () => ({ claims: { nbf: now() + 70 } })],
    ["the signature of another key", () => ({ signWith: "other-key" })],
    ["no signature", () => ({ signWith: "nothing" })],
    ["the algorithm none", () => ({ header: { alg: "none" }, signWith: "nothing" })],
    ["a symmetric algorithm", () => ({ header: { alg: "HS256" } })],
    ["an unknown key", () => ({ header: { kid: "unknown" } })],
  ];

  it.each(WRONG)("is refused with %s", async (_, wrong) => {
    const plan = wrong();
    issuer.plan({ ...plan, claims: { ...ADA, ...plan.claims } });
    await expectRefused(await browser.signIn(), "unverifiable");
  });

  it("is accepted if the clocks differ by less than a minute", async () => {
    issuer.plan({ claims: { ...ADA, exp: now() - 45, iat: now() - 345 } });
    expect(await browser.signIn()).toBe("/");
    issuer.plan({ claims: { ...ADA, nbf: now() + 45, iat: now() + 45, exp: now() + 345 } });
    expect(await browser.signIn()).toBe("/");
  });
});

describe("what the ID token lacks", () => {
  const { groups, ...withoutGroups } = ADA;

  it("is read from the userinfo endpoint", async () => {
    issuer.plan({ claims: withoutGroups, userinfo: { sub: "ada", groups } });
    expect(await browser.signIn()).toBe("/");
  });

  it("is refused if it is about another person", async () => {
    issuer.plan({ claims: withoutGroups, userinfo: { sub: "grace", groups } });
    await expectRefused(await browser.signIn(), "unverifiable");
  });

  it("never replaces what the ID token says", async () => {
    issuer.plan({
      claims: { ...withoutGroups, email_verified: false },
      userinfo: { sub: "ada", groups, email: "ada@example.com", email_verified: true },
    });
    await expectRefused(await browser.signIn(), "unverified-email");
  });

  it("is not asked for if nothing is missing", async () => {
    issuer.requests.length = 0;
    await browser.signIn();
    expect(issuer.requests.map(({ path }) => path)).not.toContain("/userinfo");
  });

  it("says so if the endpoint fails", async () => {
    issuer.plan({ claims: withoutGroups, userinfo: null });
    await expectRefused(await browser.signIn(), "unreachable");
  });
});
