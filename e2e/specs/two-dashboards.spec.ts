import { type Dashboard, startDashboard } from "@/e2e/fixtures/dashboard";
import { enterAs } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { type PostgresServer, startPostgres } from "@/scripts/embedded-postgres";

let postgres: PostgresServer;
let dashboards: Dashboard[] = [];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  postgres = await startPostgres();
  const env = { DATABASE_URL: postgres.url, NEXTAUTH_SECRET: "one secret for both, and long enough" };
  dashboards = await Promise.all([startDashboard({ env }), startDashboard({ env })]);
});
test.afterAll(async () => {
  await Promise.all(dashboards.map((dashboard) => dashboard.stop()));
  await postgres.stop();
});

test("two dashboards on one PostgreSQL are one: sessions, audit and live events", async ({
  browser,
  playwright,
}) => {
  const [here = "", there = ""] = dashboards.map(({ origin }) => origin);
  const context = await browser.newContext();
  await enterAs(context.request, "admin", here);
  const page = await context.newPage();
  await page.goto(`${there}/audit?action=person.change-role`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await expect(page.getByText("Nothing was done that matches these filters")).toBeVisible();

  const team = await context.newPage();
  await team.goto(`${here}/settings/team`);
  await team.getByRole("button", { name: "Actions for Mina Reyes" }).click();
  await team.getByRole("menuitemradio", { name: "auditor", exact: true }).click();
  await expect(page.getByRole("table", { name: "Audit log" }).getByText("Change role")).toBeVisible({
    timeout: 3_000,
  });

  const mina = await playwright.request.newContext({ baseURL: there });
  await enterAs(mina, "support");
  expect((await mina.get(`${here}/api/audit/chain`)).status()).toBe(200);
  await mina.dispose();
  await context.close();
});

test("a browser finds its stream again after the server was restarted", async ({ browser }) => {
  test.setTimeout(90_000);
  const env = { DATABASE_URL: postgres.url, NEXTAUTH_SECRET: "one secret for both, and long enough" };
  const first = await startDashboard({ env });
  const port = Number(new URL(first.origin).port);
  const context = await browser.newContext();
  await enterAs(context.request, "admin", first.origin);
  const page = await context.newPage();
  await page.goto(`${first.origin}/audit`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await first.stop();
  await expect(page.getByText("Live", { exact: true })).toBeHidden();
  const again = await startDashboard({ env, port });
  await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 5_000 });
  await context.close();
  await again.stop();
});
