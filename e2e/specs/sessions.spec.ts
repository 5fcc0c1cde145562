import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { type DashboardOnPostgres, startOnPostgres } from "@/e2e/fixtures/dashboard-on-postgres";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { Shell } from "@/e2e/pages/shell";
import type { Role } from "@/lib/domain/people/permissions";

let dashboard: DashboardOnPostgres;
const opened: BrowserContext[] = [];

test.beforeAll(async () => {
  test.setTimeout(180_000);
  dashboard = await startOnPostgres({ SESSION_LIMIT: "3", SECURITY_CONTACT: "security@cards.example" });
});
test.afterAll(() => dashboard.stop());
test.beforeEach(() => dashboard.database.query("delete from sessions"));
test.afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

async function openAs(browser: Browser, role: Role, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: dashboard.origin });
  opened.push(context);
  await signInWithRole(context.request, role);
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByText("Connected", { exact: true })).toBeAttached();
  return page;
}

const sessionsOf = (page: Page) => page.getByRole("list", { name: "Sessions" }).getByRole("listitem");

test("a person sees where they are signed in, live, and ends all other sessions", async ({ browser }) => {
  const page = await openAs(browser, "finance", "/settings/profile");
  await expect(sessionsOf(page)).toHaveCount(1);
  await expect(sessionsOf(page).first()).toContainText("signed in with a password");
  const second = await openAs(browser, "finance", "/cards");
  await openAs(browser, "finance", "/cards");
  await expect(sessionsOf(page)).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole("button", { name: "End all other sessions" }).click();
  await expect(page.getByText("2 sessions ended").first()).toBeVisible();
  await expect(sessionsOf(page)).toHaveCount(1);
  await expect(second.getByText("Your session was ended.")).toBeVisible();
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByRole("link", { name: /^New sign-in: .+, 127\.0\.0\.1/ }).first()).toBeVisible();
});

test("one session too many ends the one that was unused for longest, and both say so", async ({
  browser,
}) => {
  const first = await openAs(browser, "support", "/cards");
  await dashboard.database.query("update sessions set last_seen_at = now() - interval '5 minutes'");
  await openAs(browser, "support", "/cards");
  await openAs(browser, "support", "/cards");
  const latest = await openAs(browser, "support", "/cards");
  await expect(first.getByText("because you signed in on too many other devices")).toBeVisible();
  await latest.getByRole("button", { name: /^Notifications, \d+ new/ }).click();
  await expect(latest.getByRole("link", { name: /at most 3 sessions are allowed/ })).toBeVisible();
});

test("an admin ends the sessions of a person, who is told why", async ({ browser }) => {
  const mina = await openAs(browser, "support", "/cards");
  const admin = await openAs(browser, "admin", "/settings/team");
  await admin.getByRole("button", { name: "Actions for Mina Reyes" }).click();
  await admin.getByRole("menuitem", { name: "Sessions…" }).press("Enter");
  const dialog = admin.getByRole("dialog", { name: "Mina Reyes’s sessions" });
  await expect(sessionsOf(admin)).toHaveCount(1);
  await expectAccessible(admin);
  await dashboard.database.query("update sessions set confirmed_at = now() - interval '11 minutes'");
  await dialog.getByRole("button", { name: "End session" }).click();
  const question = admin.getByRole("dialog", { name: "Confirm it’s you" });
  await question.getByLabel("Password").fill("cardwell-demo");
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByText("Mina Reyes isn’t signed in anywhere.")).toBeVisible();
  await expect(mina.getByText("An admin ended your session.")).toBeVisible();
});

test("a sign-out clears what the browser has stored, quickly, but keeps the theme", async ({ browser }) => {
  const page = await openAs(browser, "manager", "/cards");
  await page.evaluate(() => localStorage.setItem("probe", "1"));
  await page.context().addCookies([{ name: "cardwell-theme", value: "dark", url: dashboard.origin }]);
  const answered = page.waitForResponse("**/api/sign-out");
  const startedAt = Date.now();
  await new Shell(page).signOut();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
  test.info().annotations.push({ type: "sign-out", description: `${Date.now() - startedAt} ms` });
  expect(await (await answered).headerValue("clear-site-data")).toBe('"cache", "storage"');
  expect(await page.evaluate(() => localStorage.getItem("probe"))).toBeNull();
  expect((await page.context().cookies()).map(({ name }) => name)).toContain("cardwell-theme");
});

test("security.txt names the contact, and an end that is ahead", async ({ request, playwright, stack }) => {
  const file = await request.get(`${dashboard.origin}/.well-known/security.txt`);
  expect(file.headers()["content-type"]).toContain("text/plain");
  const text = await file.text();
  expect(text).toContain("Contact: mailto:security@cards.example\n");
  expect(text).toContain(`Canonical: ${dashboard.origin}/.well-known/security.txt\n`);
  const expires = new Date(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
  expect(expires.getTime()).toBeGreaterThan(Date.now() + 30 * 86_400_000);
  expect(expires.getTime()).toBeLessThan(Date.now() + 365 * 86_400_000);
  const without = await playwright.request.newContext({ baseURL: stack.origin });
  expect((await without.get("/.well-known/security.txt")).status()).toBe(404);
  await without.dispose();
});

test("what a browser blocks is shown on the connection page, without IDs", async ({ browser }) => {
  const page = await openAs(browser, "admin", "/cards?text=Ada");
  const policy = (await page.request.get("/login")).headers();
  expect(policy["content-security-policy"]).toContain("report-uri /api/policy-reports; report-to policy");
  expect(policy["reporting-endpoints"]).toBe('policy="/api/policy-reports"');
  const sent = await page.request.post("/api/policy-reports", {
    headers: { "content-type": "application/csp-report" },
    data: JSON.stringify({
      "csp-report": {
        "document-uri": `${dashboard.origin}/welcome/Zr8vQm2LxT5nKc7WpYh4JdBs9GfAe3Uo?x=Ada`,
        "effective-directive": "script-src-elem",
        "blocked-uri": "https://evil.example/x.js?y=Ada",
      },
    }),
  });
  expect(sent.status()).toBe(204);
  await page.goto("/settings/connection");
  const reports = page.getByRole("list", { name: "Content security policy reports" });
  await expect(
    reports.getByText("script-src-elem blocked https://evil.example on /welcome/[…]"),
  ).toBeVisible();
  await expect(reports).not.toContainText("Ada");
  await expectAccessible(page);
});
