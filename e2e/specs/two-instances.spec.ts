import pg from "pg";
import { type Dashboard, startDashboard } from "@/e2e/fixtures/dashboard";
import { createDatabase, type EmptyDatabase } from "@/e2e/fixtures/databases";
import { DEMO_PASSWORD, emailOf, signInOverHttp, signInWithRole } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";

let database: EmptyDatabase;
let dashboards: Dashboard[] = [];

test.beforeAll(async () => {
  test.setTimeout(300_000);
  database = await createDatabase();
  const env = { DATABASE_URL: database.url, NEXTAUTH_SECRET: "one secret for both, and long enough" };
  dashboards = await Promise.all([startDashboard({ env }), startDashboard({ env })]);
});
test.afterAll(async () => {
  await Promise.all(dashboards.map((dashboard) => dashboard.stop()));
  await database.drop();
});

test("two instances on one PostgreSQL share sessions, audit log and live events", { tag: "@full" }, async ({
  browser,
  playwright,
}) => {
  const [here = "", there = ""] = dashboards.map(({ origin }) => origin);
  const context = await browser.newContext();
  await signInWithRole(context.request, "admin", here);
  const page = await context.newPage();
  await page.goto(`${there}/audit?action=person.change-role`);
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await expect(page.getByText("No matching entries")).toBeVisible();

  const team = await context.newPage();
  await team.goto(`${here}/settings/team`);
  await expect(team.getByText("Connected", { exact: true })).toBeVisible();
  await team.getByRole("button", { name: "Actions for Mina Reyes" }).click();
  await team.getByRole("menuitemradio", { name: "auditor", exact: true }).click();
  await expect(page.getByRole("table", { name: "Audit log" }).getByText("Change role")).toBeVisible();

  const mina = await playwright.request.newContext({ baseURL: there });
  await signInWithRole(mina, "support");
  expect((await mina.get(`${here}/api/audit/chain`)).status()).toBe(200);
  await mina.dispose();
  await context.close();
});

/** Simulates the passing of time by moving stored times back. */
async function moveTimesBack(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

for (const [limit, sql] of [
  ["31 idle minutes", "update sessions set last_seen_at = last_seen_at - interval '31 minutes'"],
  ["12 hours", "update sessions set created_at = created_at - interval '12 hours'"],
]) {
  test(`a session ends after ${limit}`, async ({ playwright }) => {
    const request = await playwright.request.newContext({ baseURL: dashboards[0]?.origin ?? "" });
    await signInWithRole(request, "manager");
    expect((await request.get("/api/connection")).status()).toBe(200);
    await moveTimesBack(sql ?? "");
    expect((await request.get("/api/connection")).status()).toBe(401);
    expect((await request.get("/", { maxRedirects: 0 })).status()).toBe(307);
    await request.dispose();
  });
}

test("the correct password works again after the throttling of 30 wrong ones", async ({ playwright }) => {
  const [here = "", there = ""] = dashboards.map(({ origin }) => origin);
  const request = await playwright.request.newContext({ baseURL: here });
  const credentials = { email: emailOf("finance"), password: DEMO_PASSWORD };
  for (let attempt = 0; attempt < 30; attempt += 1)
    await signInOverHttp(request, { ...credentials, password: `guess ${attempt}` });
  expect((await signInOverHttp(request, credentials)).status).toBe(429);
  expect((await signInOverHttp(request, credentials, there)).status, "the other instance throttles too").toBe(
    429,
  );
  await moveTimesBack("update throttles set window_ends_at = now()");
  expect((await signInOverHttp(request, credentials)).status).toBe(200);
  await request.dispose();
});

test("a browser reconnects to the event stream after a server restart", { tag: "@full" }, async ({
  browser,
}) => {
  // Starts a server twice.
  test.setTimeout(300_000);
  const env = { DATABASE_URL: database.url, NEXTAUTH_SECRET: "one secret for both, and long enough" };
  const first = await startDashboard({ env });
  const port = Number(new URL(first.origin).port);
  const context = await browser.newContext();
  await signInWithRole(context.request, "admin", first.origin);
  const page = await context.newPage();
  await page.goto(`${first.origin}/audit`);
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await first.stop();
  await expect(page.getByText("Connected", { exact: true })).toBeHidden();
  const restarted = await startDashboard({ env, port });
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await context.close();
  await restarted.stop();
});
