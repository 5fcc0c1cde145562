import type { Page } from "@playwright/test";
import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { type Dashboard, startDashboard } from "@/e2e/fixtures/dashboard";
import { type IdentityProvider, startIdentityProvider } from "@/e2e/fixtures/identity-provider";
import { DEMO_PASSWORD, emailOf, signInOverHttp, signInWithRole } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { ProviderPage } from "@/e2e/pages/provider-page";
import { TeamPage } from "@/e2e/pages/team-page";
import { findFreePorts } from "@/scripts/ports.mjs";

let provider: IdentityProvider;
let dashboard: Dashboard;
/** With passwords switched off. */
let strict: Dashboard;

// The sandbox that the dashboards use belongs to the worker's stack.
test.beforeAll(async ({ stack: _ }) => {
  test.setTimeout(300_000);
  const [port = 0, strictPort = 0] = await findFreePorts(2);
  provider = await startIdentityProvider([port, strictPort].map((free) => `http://localhost:${free}`));
  dashboard = await startDashboard({ port, env: provider.settings });
  const off = { PASSWORDS: "off", BREAK_GLASS_EMAIL: emailOf("admin") };
  strict = await startDashboard({ port: strictPort, env: { ...provider.settings, ...off } });
});
test.afterAll(async () => {
  await dashboard?.stop();
  await strict?.stop();
  await provider?.stop();
});
test.beforeEach(() => {
  provider.tokens.lifetimeSeconds = 300;
});

/** An account at the provider, with a name of its own for each test. */
function addAccount(name: string, changes: object = {}): void {
  provider.accounts.set(name, {
    email: `${name}@example.com`,
    email_verified: true,
    name: `${name.slice(0, 1).toUpperCase()}${name.slice(1)} Example`,
    groups: ["staff", "card-support"],
    ...changes,
  });
}

async function signIn(page: Page, account: string, next = "/cards"): Promise<void> {
  const provided = new ProviderPage(page, dashboard.origin);
  await provided.open(next);
  await provided.signIn(account);
}

const expectHeading = (page: Page, heading: string) =>
  expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);

async function expectRefused(page: Page, sentence: string | RegExp): Promise<void> {
  await expectHeading(page, "You’re not signed in");
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByText(/^Request ID: [0-9a-f-]{36}$/)).toBeVisible();
  await page.goto(`${dashboard.origin}/cards`);
  await expectHeading(page, "Sign in");
}

test("the first sign-in creates a person, and opens the page that was asked for", async ({ page }) => {
  addAccount("ada");
  await page.goto(`${dashboard.origin}/transactions`);
  await expectHeading(page, "Sign in");
  await expectAccessibleEverywhere(page);
  await page.getByRole("link", { name: "Sign in with Example ID" }).press("Enter");
  await new ProviderPage(page, dashboard.origin).signIn("ada");
  await expectHeading(page, "Transactions");
  await page.goto(`${dashboard.origin}/settings/profile`);
  await expect(page.getByText("The role comes from Example ID.")).toBeVisible();
  await expect(page.getByText("You sign in with Example ID, not with a password.")).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test("the role follows the provider, and no admin can change it", async ({ page, browser }) => {
  addAccount("grace");
  await signIn(page, "grace");
  await expectHeading(page, "Cards");
  const admin = await browser.newContext();
  await signInWithRole(admin.request, "admin", dashboard.origin);
  const team = await admin.newPage();
  await team.goto(`${dashboard.origin}/settings/team`);
  await expect(team.getByText("Connected", { exact: true })).toBeAttached();
  const row = team
    .getByRole("table", { name: "Team" })
    .locator("tbody tr")
    .filter({ hasText: "Grace Example" });
  await expect(row).toContainText("support from Example ID");
  await team.getByRole("button", { name: "Actions for Grace Example" }).click();
  await expect(team.getByText("The role comes from Example ID.")).toBeVisible();
  await expect(team.getByRole("menuitemradio")).toHaveCount(0);
  await team.keyboard.press("Escape");
  await expectAccessibleEverywhere(team);

  addAccount("grace", { groups: ["card-finance"] });
  const again = await browser.newContext();
  const other = await again.newPage();
  await signIn(other, "grace");
  await expectHeading(other, "Cards");
  await expect(row).toContainText("finance from Example ID");
  // The first browser has the new role too.
  await page.goto(`${dashboard.origin}/reports`);
  await expectHeading(page, "Reports");
  await Promise.all([admin.close(), again.close()]);
});

test("a role that vanished signs out everywhere", async ({ page, browser }) => {
  addAccount("mary");
  await signIn(page, "mary");
  await expectHeading(page, "Cards");
  addAccount("mary", { groups: ["staff"] });
  const other = await (await browser.newContext()).newPage();
  await signIn(other, "mary");
  await expectRefused(other, "Your account at Example ID has no role in Cardwell.");
  // The page may be leaving by itself.
  await page.goto(`${dashboard.origin}/cards`).catch(() => undefined);
  await expectHeading(page, "Sign in");
  expect(dashboard.output()).toContain("No value of the claim groups is in OIDC_ROLES");
  await other.context().close();
});

const REFUSED: [string, string, object, string][] = [
  ["without a role", "norole", { groups: undefined }, "Your account at Example ID has no role in Cardwell."],
  [
    "with too many groups",
    "many",
    {
      groups: undefined,
      _claim_names: { groups: "src1" },
      _claim_sources: { src1: { endpoint: "https://graph.example" } },
    },
    "You’re in so many groups that Example ID didn’t send them.",
  ],
  [
    "with an unverified email",
    "fresh",
    { email_verified: false },
    "Your email address isn’t verified at Example ID.",
  ],
  ["of another domain", "guest", { email: "guest@example.org" }, "Your email address belongs to a domain"],
  ["without an email", "nomail", { email: undefined }, "Example ID didn’t send your email address."],
];
for (const [name, account, claims, sentence] of REFUSED)
  test(`an account ${name} is refused in a sentence`, async ({ page }) => {
    addAccount(account, claims);
    await signIn(page, account);
    await expectRefused(page, new RegExp(`^${sentence}`));
  });

test("after a refusal, another account can be used", async ({ page }) => {
  addAccount("wrong", { groups: [] });
  addAccount("right");
  await signIn(page, "wrong");
  await expectHeading(page, "You’re not signed in");
  await expectAccessibleEverywhere(page);
  await page.getByRole("link", { name: "Use another account" }).click();
  await new ProviderPage(page, dashboard.origin).signIn("right");
  await expectHeading(page, "Cards");
});

test("a person who canceled can start again", async ({ page }) => {
  await new ProviderPage(page, dashboard.origin).open();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expectRefused(page, "The sign-in was canceled at Example ID.");
});

test("a disabled person is refused", async ({ page, browser }) => {
  addAccount("dora");
  await signIn(page, "dora");
  await expectHeading(page, "Cards");
  const admin = await browser.newContext();
  await signInWithRole(admin.request, "admin", dashboard.origin);
  const team = await admin.newPage();
  await team.goto(`${dashboard.origin}/settings/team`);
  await expect(team.getByText("Connected", { exact: true })).toBeAttached();
  await team.getByRole("button", { name: "Actions for Dora Example" }).click();
  await team.getByRole("menuitem", { name: "Disable…" }).press("Enter");
  await team.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await expect(team.getByText("Dora Example was disabled").first()).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await signIn(other, "dora");
  await expectRefused(other, "Your account is disabled. Ask an admin to re-enable it.");
  await Promise.all([admin.close(), other.context().close()]);
});

test("an existing person is linked by a one-time link, never by the email", async ({ page, browser }) => {
  addAccount("linus");
  const admin = await browser.newContext({ baseURL: dashboard.origin });
  await signInWithRole(admin.request, "admin", dashboard.origin);
  const team = new TeamPage(await admin.newPage());
  await team.open();
  const link = await team.invite({ name: "Linus Example", email: "linus@example.com", role: "finance" });
  await signIn(page, "linus");
  await expectRefused(page, "You have an invitation. Open its link and continue with Example ID there.");
  await page.goto(link);
  await expectHeading(page, "Welcome, Linus Example");
  await expectAccessibleEverywhere(page);
  // Still signed in at the provider.
  await page.getByRole("button", { name: "Continue with Example ID" }).click();
  await expectHeading(page, "Overview");
  await expect(team.row("Linus Example")).toContainText("support from Example ID");
  await admin.close();
});

test.describe("a sign-in that was tampered with", () => {
  /** Starts a sign-in and changes what we ask of the provider. */
  async function openChanged(page: Page, change: (parameters: URLSearchParams) => void): Promise<void> {
    const started = await page
      .context()
      .request.get(`${dashboard.origin}/api/auth/signin/oidc`, { maxRedirects: 0 });
    const url = new URL(started.headers().location ?? "");
    change(url.searchParams);
    await page.goto(url.href);
    await new ProviderPage(page, dashboard.origin).signIn("eve");
  }

  test.beforeEach(() => addAccount("eve"));

  test("is refused with another nonce", async ({ page }) => {
    await openChanged(page, (parameters) => parameters.set("nonce", "another"));
    await expectRefused(page, /^The response of Example ID couldn’t be verified/);
  });

  test("is refused with another state", async ({ page }) => {
    await openChanged(page, (parameters) => parameters.set("state", "another"));
    await expectRefused(page, /was started in another browser/);
  });

  test("is refused with another code challenge", { tag: "@full" }, async ({ page }) => {
    await openChanged(page, (parameters) => parameters.set("code_challenge", "a".repeat(43)));
    await expectRefused(page, /^The response of Example ID couldn’t be verified/);
  });

  test("is refused in another browser", async ({ page, browser }) => {
    const other = await browser.newContext();
    const started = await other.request.get(`${dashboard.origin}/api/auth/signin/oidc`, { maxRedirects: 0 });
    await page.goto(started.headers().location ?? "");
    await new ProviderPage(page, dashboard.origin).signIn("eve");
    await expectRefused(page, /was started in another browser/);
    await other.close();
  });

  test("is refused with a token that has expired", async ({ page }) => {
    provider.tokens.lifetimeSeconds = -300;
    await signIn(page, "eve");
    await expectRefused(page, /^The response of Example ID couldn’t be verified/);
    expect(dashboard.output()).toMatch(/"clockSkewSeconds":-?\d/);
  });
});

test("signing out ends our session, then the provider's", async ({ page }) => {
  addAccount("sam");
  await signIn(page, "sam");
  await expectHeading(page, "Cards");
  await page.getByText("Connected", { exact: true }).waitFor();
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  // Ours has ended already.
  const { origin } = dashboard;
  expect((await page.context().request.get(`${origin}/api/notifications`)).status()).toBe(401);
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await page.waitForURL(`${origin}/login*`);
  await new ProviderPage(page, origin).open();
  await expect(new ProviderPage(page, origin).account).toBeVisible();
});

test("a person confirms that it is them at the provider", async ({ page }) => {
  addAccount("nora");
  addAccount("mallory");
  await signIn(page, "nora");
  await expectHeading(page, "Cards");
  const confirm = `${dashboard.origin}/api/auth/signin/oidc?confirm=1&next=/transactions`;
  await page.goto(confirm);
  await new ProviderPage(page, dashboard.origin).signIn("nora");
  await expectHeading(page, "Transactions");
  await page.goto(confirm);
  await new ProviderPage(page, dashboard.origin).signIn("mallory");
  await expectHeading(page, "Not confirmed");
  await expect(page.getByText(/^Example ID didn’t confirm that it’s you/)).toBeVisible();
  await page.getByRole("link", { name: "Back to Cardwell" }).click();
  await expectHeading(page, "Transactions");
});

test.describe("with passwords off", () => {
  test("only the emergency account has a way in with one", async ({ page, playwright }) => {
    await page.goto(`${strict.origin}/login`);
    await expect(page.getByRole("link", { name: "Sign in with Example ID" })).toBeVisible();
    await expect(page.getByLabel("Password")).toHaveCount(0);
    await expectAccessibleEverywhere(page);
    const request = await playwright.request.newContext();
    const support = { email: emailOf("support"), password: DEMO_PASSWORD };
    expect((await signInOverHttp(request, support, strict.origin)).status).toBe(401);
    await request.dispose();
    await page.getByRole("link", { name: "Use the emergency account" }).click();
    await expect(page.getByText("Only the emergency account can use a password.")).toBeVisible();
    await page.getByLabel("Email").fill(emailOf("admin"));
    await page.getByLabel("Password").fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expectHeading(page, "Overview");
  });

  test("an invitation leads to the provider only", async ({ page, browser }) => {
    addAccount("ivy");
    const admin = await browser.newContext({ baseURL: strict.origin });
    await signInWithRole(admin.request, "admin", strict.origin);
    const team = new TeamPage(await admin.newPage());
    await team.open();
    const link = await team.invite({ name: "Ivy Example", email: "ivy@example.com", role: "support" });
    await page.goto(link);
    await expect(page.getByLabel("Password")).toHaveCount(0);
    await page.getByRole("button", { name: "Continue with Example ID" }).click();
    await new ProviderPage(page, strict.origin).signIn("ivy");
    await expectHeading(page, "Overview");
    await admin.close();
  });
});
