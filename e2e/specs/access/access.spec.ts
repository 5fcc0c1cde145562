import { startDashboard } from "@/e2e/fixtures/dashboard";
import { expect, test } from "@/e2e/fixtures/test";
import { checkAccess } from "./check-access";

test("the server checks the role for every page and route", async ({ playwright }) => {
  test.setTimeout(180_000);
  await checkAccessOf({ withoutProxy: false }, playwright);
});

test("the server also checks the role without proxy.ts", async ({ playwright }) => {
  test.setTimeout(180_000);
  await checkAccessOf({ withoutProxy: true }, playwright);
});

/** On a dashboard of its own: repeated denials of one person are recorded once, so other tests would miss theirs. */
async function checkAccessOf(
  { withoutProxy }: { withoutProxy: boolean },
  playwright: Parameters<typeof checkAccess>[0],
): Promise<void> {
  const dashboard = await startDashboard({ withoutProxy });
  try {
    const response = await fetch(`${dashboard.origin}/login`);
    expect(response.headers.has("content-security-policy")).toBe(!withoutProxy);
    await checkAccess(playwright, dashboard.origin);
  } finally {
    await dashboard.stop();
  }
}

test("the event stream requires a session", async ({ request, signInAs, context, baseURL }) => {
  expect((await request.get("/api/events")).status()).toBe(401);
  await signInAs("support");
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const aborter = new AbortController();
  const response = await fetch(`${baseURL}/api/events`, { headers: { cookie }, signal: aborter.signal });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  aborter.abort();
});

test("a page without permission shows a message in the shell", async ({ page, signInAs }) => {
  await signInAs("support");
  await page.goto("/settings/team");
  await expect(page.getByRole("heading", { name: "You don’t have access to this page" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Team", exact: true })).toHaveCount(0);
});
