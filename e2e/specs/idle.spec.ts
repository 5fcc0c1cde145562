import type { BrowserContext, Page } from "@playwright/test";
import { type DashboardOnPostgres, startOnPostgres } from "@/e2e/fixtures/dashboard-on-postgres";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { LoginPage } from "@/e2e/pages/login-page";

let dashboard: DashboardOnPostgres;
let context: BrowserContext;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  dashboard = await startOnPostgres();
});
test.afterAll(() => dashboard.stop());
test.beforeEach(async ({ browser }) => {
  await dashboard.database.query("delete from sessions");
  context = await browser.newContext({ baseURL: dashboard.origin });
  await signInWithRole(context.request, "admin");
});
test.afterEach(() => context.close());

/** Makes the session look idle for this long. */
const setIdleMinutes = (minutes: number) =>
  dashboard.database.query("update sessions set last_seen_at = now() - make_interval(mins => $1)", [minutes]);

async function readIdleMinutes(): Promise<number> {
  const { rows } = await dashboard.database.query(
    "select extract(epoch from now() - last_seen_at)::int / 60 as minutes from sessions order by created_at limit 1",
  );
  return rows[0].minutes;
}

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  return page;
}

test("an open page doesn't keep its session alive: polling and live updates aren't activity", async ({
  playwright,
}) => {
  const page = await open("/audit");
  await setIdleMinutes(10);
  // The shell's poll, and a refresh because something changed elsewhere.
  await page.waitForResponse((response) => response.url().endsWith("/api/connection"));
  const refreshed = page.waitForResponse((response) => response.url().includes("/audit?_rsc="));
  await page.evaluate(() => window.dispatchEvent(new KeyboardEvent("keydown", { key: "x" })));
  const otherClient = await playwright.request.newContext({ baseURL: dashboard.origin });
  await signInWithRole(otherClient, "support");
  await refreshed;
  await otherClient.dispose();
  expect(await readIdleMinutes()).toBe(10);
});

for (const [input, act] of [
  ["a key press", (page: Page) => page.keyboard.press("Shift")],
  ["a click", (page: Page) => page.mouse.click(700, 500)],
  ["scrolling", (page: Page) => page.mouse.wheel(0, 50)],
] as const) {
  test(`${input} counts as activity`, async () => {
    const page = await open("/settings/profile");
    await setIdleMinutes(10);
    await act(page);
    await expect.poll(readIdleMinutes).toBe(0);
  });
}

test("warns before the session ends, and the button extends it", async () => {
  const page = await open("/settings/profile");
  await setIdleMinutes(29);
  const warning = page.getByRole("alert").filter({ hasText: "You’ll be signed out in less than 2 minutes" });
  await expect(warning).toBeVisible();
  await page.getByRole("button", { name: "Stay signed in" }).click();
  await expect(page.getByRole("button", { name: "Stay signed in" })).toBeHidden();
  await expect.poll(readIdleMinutes).toBe(0);
});

test("ends the session after 30 idle minutes, explains why, and returns to the page after sign-in", async () => {
  const page = await open("/audit?outcome=denied");
  await setIdleMinutes(31);
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByText("You were signed out after 30 minutes without activity.")).toBeVisible();
  await new LoginPage(page).demoPerson("admin").click();
  await expect(page).toHaveURL("/audit?outcome=denied");
});

test("another site can't keep a session alive", async () => {
  await setIdleMinutes(10);
  const post = (origin: string) => context.request.post("/api/activity", { headers: { origin } });
  expect((await post("https://evil.example")).status()).toBe(403);
  expect((await post("null")).status()).toBe(403);
  expect(await readIdleMinutes()).toBe(10);
  expect((await post(dashboard.origin)).status()).toBe(204);
  expect(await readIdleMinutes()).toBe(0);
});
