import type { BrowserContext, Page } from "@playwright/test";
import pg from "pg";
import { type Dashboard, startDashboard } from "@/e2e/fixtures/dashboard";
import { enterAs } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { LoginPage } from "@/e2e/pages/login-page";
import { type PostgresServer, startPostgres } from "@/scripts/embedded-postgres";

let postgres: PostgresServer;
let database: pg.Client;
let dashboard: Dashboard;
let context: BrowserContext;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  postgres = await startPostgres();
  dashboard = await startDashboard({ env: { DATABASE_URL: postgres.url } });
  database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
});
test.afterAll(async () => {
  await database.end();
  await dashboard.stop();
  await postgres.stop();
});
test.beforeEach(async ({ browser }) => {
  await database.query("delete from sessions");
  context = await browser.newContext({ baseURL: dashboard.origin });
  await enterAs(context.request, "admin");
});
test.afterEach(() => context.close());

/** Nobody has done anything in this session for so long. */
const idleFor = (minutes: number) =>
  database.query("update sessions set last_seen_at = now() - make_interval(mins => $1)", [minutes]);

async function idleMinutes(): Promise<number> {
  const { rows } = await database.query(
    "select extract(epoch from now() - last_seen_at)::int / 60 as minutes from sessions order by created_at limit 1",
  );
  return rows[0].minutes;
}

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  return page;
}

test("an open page does not keep its session: neither polling nor live updates are activity", async ({
  playwright,
}) => {
  const page = await open("/audit");
  await idleFor(10);
  // The shell's own poll, and a page drawn anew because something changed elsewhere.
  await page.waitForResponse((response) => response.url().endsWith("/api/connection"));
  const redrawn = page.waitForResponse((response) => response.url().includes("/audit?_rsc="));
  await page.evaluate(() => window.dispatchEvent(new KeyboardEvent("keydown", { key: "x" })));
  const elsewhere = await playwright.request.newContext({ baseURL: dashboard.origin });
  await enterAs(elsewhere, "support");
  await redrawn;
  await elsewhere.dispose();
  expect(await idleMinutes()).toBe(10);
});

for (const [act, sign] of [
  ["a key", (page: Page) => page.keyboard.press("Shift")],
  ["a press", (page: Page) => page.mouse.click(700, 500)],
  ["the wheel", (page: Page) => page.mouse.wheel(0, 50)],
] as const) {
  test(`${act} is activity`, async () => {
    const page = await open("/settings/profile");
    await idleFor(10);
    await sign(page);
    await expect.poll(idleMinutes).toBe(0);
  });
}

test("warns before the session ends, and a press on the button keeps it", async () => {
  const page = await open("/settings/profile");
  await idleFor(29);
  const warning = page.getByRole("alert").filter({ hasText: "You’ll be signed out in less than 2 minutes" });
  await expect(warning).toBeVisible();
  await page.getByRole("button", { name: "Stay signed in" }).click();
  await expect(page.getByRole("button", { name: "Stay signed in" })).toBeHidden();
  await expect.poll(idleMinutes).toBe(0);
});

test("ends the session on the open page after 30 minutes, says why, and leads back after sign-in", async () => {
  const page = await open("/audit?outcome=denied");
  await idleFor(31);
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByText("You were signed out after 30 minutes without activity.")).toBeVisible();
  await new LoginPage(page).demoPerson("admin").click();
  await expect(page).toHaveURL("/audit?outcome=denied");
});

test("another site cannot keep a session alive", async () => {
  await idleFor(10);
  const post = (origin: string) => context.request.post("/api/activity", { headers: { origin } });
  expect((await post("https://evil.example")).status()).toBe(403);
  expect((await post("null")).status()).toBe(403);
  expect(await idleMinutes()).toBe(10);
  expect((await post(dashboard.origin)).status()).toBe(204);
  expect(await idleMinutes()).toBe(0);
});
