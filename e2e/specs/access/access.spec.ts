import { startDashboard } from "@/e2e/fixtures/dashboard";
import { expect, test } from "@/e2e/fixtures/test";
import { checkAccess } from "./check-access";

// A dashboard of their own: repeated denials of one person are recorded once, so other tests would miss theirs.
for (const withoutProxy of [false, true])
  test(`the server checks the role for every page and route${withoutProxy ? " without proxy.ts too" : ""}`, async ({
    playwright,
  }) => {
    test.setTimeout(180_000);
    const dashboard = await startDashboard({ withoutProxy });
    try {
      const response = await fetch(`${dashboard.origin}/login`);
      expect(response.headers.has("content-security-policy")).toBe(!withoutProxy);
      await checkAccess(playwright, dashboard.origin);
    } finally {
      await dashboard.stop();
    }
  });

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
