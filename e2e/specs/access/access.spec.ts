import { startDashboard } from "@/e2e/fixtures/dashboard";
import { expect, test } from "@/e2e/fixtures/test";
import { checkAccess } from "./check-access";

test("every page and route is decided by role on the server", async ({ playwright, baseURL }) => {
  await checkAccess(playwright, baseURL ?? "");
});

test("and just so with proxy.ts taken away", async ({ playwright }) => {
  test.setTimeout(180_000);
  const dashboard = await startDashboard({ withoutProxy: true });
  try {
    const response = await fetch(`${dashboard.origin}/login`);
    expect(response.headers.get("content-security-policy")).toBeNull();
    await checkAccess(playwright, dashboard.origin);
  } finally {
    await dashboard.stop();
  }
});

test("the event stream is for people who are signed in", async ({ request, enter, context, baseURL }) => {
  expect((await request.get("/api/events")).status()).toBe(401);
  await enter("support");
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const aborter = new AbortController();
  const response = await fetch(`${baseURL}/api/events`, { headers: { cookie }, signal: aborter.signal });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  aborter.abort();
});

test("a page that someone may not open says so, in the shell", async ({ page, enter }) => {
  await enter("support");
  await page.goto("/settings/team");
  await expect(page.getByRole("heading", { name: "You don’t have access to this page" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Team", exact: true })).toHaveCount(0);
});
