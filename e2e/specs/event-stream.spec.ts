import type { Page } from "@playwright/test";
import { delayRequests, intercept } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import { Shell } from "@/e2e/pages/shell";

test("all tabs share one stream, and another tab takes it over when its tab is closed", async ({
  context,
  signInAs,
  openBrowser,
}) => {
  await signInAs("auditor");
  const streams: string[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/events") streams.push(request.url());
  });
  const open = async () => {
    const tab = await context.newPage();
    await tab.goto("/audit?action=session.begin");
    await expect(tab.getByText("Connected", { exact: true })).toBeVisible();
    return tab;
  };
  const first = await open();
  const second = await open();
  const third = await open();
  expect(streams).toHaveLength(1);

  await first.close();
  await expect.poll(() => streams.length).toBe(2);
  const before = (await newestEntry(third).getAttribute("href")) ?? "";
  await openBrowser("finance");
  for (const tab of [second, third]) await expect(newestEntry(tab)).not.toHaveAttribute("href", before);
  expect(streams).toHaveLength(2);
});

test("a page shown again with Back includes the changes made in the meantime", async ({
  page,
  shell,
  signInAs,
  openBrowser,
}) => {
  await signInAs("auditor");
  await page.goto("/audit?action=session.begin");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  const before = (await newestEntry(page).getAttribute("href")) ?? "";
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Profile" }).click();
  await expect(shell.heading).toHaveText("Profile");
  await openBrowser("finance");
  // Only changes of the last five seconds are repeated to every new page.
  await page.waitForTimeout(6_000);
  await page.goBack();
  await expect(newestEntry(page)).not.toHaveAttribute("href", before);
});

test("a refresh that a page was about to start doesn't reach the next page", async ({
  page,
  shell,
  signInAs,
  openBrowser,
}) => {
  await signInAs("auditor");
  await page.goto("/audit?action=session.begin");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  const isAboutToRefresh = page.waitForRequest("**/api/health/live");
  const release = await delayRequests(page, "**/api/health/live");
  await openBrowser("finance");
  await isAboutToRefresh;
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Profile" }).click();
  await expect(shell.heading).toHaveText("Profile");
  const refreshes: string[] = [];
  page.on("request", (request) => {
    if (request.headers().rsc !== undefined) refreshes.push(request.url());
  });
  const isReleased = page.waitForResponse("**/api/health/live");
  await release();
  await isReleased;
  // Sent after a refresh would be.
  const laterResponse = page.waitForResponse("**/api/health/live?after");
  await page.evaluate(() => setTimeout(() => fetch("/api/health/live?after"), 500));
  await laterResponse;
  expect(refreshes).toEqual([]);
});

test("a person's own actions appear while the event stream is down", async ({ page, teamPage, signInAs }) => {
  await signInAs("admin");
  await page.addInitScript(() => {
    Object.assign(window, {
      EventSource: class {
        addEventListener() {}
        close() {}
      },
    });
  });
  const hydrated = page.waitForResponse("**/api/notifications");
  await page.goto("/settings/team");
  await hydrated;
  await teamPage.changeRole("Tomasz Lis", "auditor");
  await teamPage.changeRole("Tomasz Lis", "finance");
});

test("signing out in one tab signs out the others", async ({ context, signInAs }) => {
  await signInAs("finance");
  const [here, there] = [await context.newPage(), await context.newPage()];
  for (const tab of [here, there]) {
    await tab.goto("/");
    await expect(tab.getByText("Connected", { exact: true })).toBeVisible();
  }
  await new Shell(here).signOut();
  await expect(there).toHaveURL(/\/login/);
});

test("retries an interrupted refresh without reloading the page", async ({ page, signInAs, openBrowser }) => {
  await signInAs("auditor");
  await page.goto("/audit");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  const newest = page
    .getByRole("table", { name: "Audit log" })
    .locator("tbody tr")
    .first()
    .getByRole("link")
    .first();
  const before = (await newest.getAttribute("href")) ?? "";
  let interruptions = 0;
  await intercept(page, /[?&]_rsc=/, (route) => {
    interruptions += 1;
    return interruptions === 1 ? route.abort("connectionreset") : route.continue();
  });
  // A reload would remove it.
  await page.evaluate(() => document.body.setAttribute("data-since", "the beginning"));
  await openBrowser("finance");
  await expect(newest).not.toHaveAttribute("href", before);
  expect(interruptions).toBeGreaterThan(0);
  await expect(page.locator("body")).toHaveAttribute("data-since", "the beginning");
});

test("shows that the browser is offline, and reconnects with the network", async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs("support");
  await page.goto("/cards");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByRole("status").filter({ hasText: "Offline" })).toBeVisible();
  await expect(page.getByText("Connected", { exact: true })).toBeHidden();
  await expect(page.getByText(/^Issuer/)).toBeHidden();

  await context.setOffline(false);
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Issuer \d+ ms$/)).toBeVisible();
});

test("shows that the dashboard has stopped responding", async ({ page, signInAs }) => {
  await signInAs("support");
  await page.goto("/cards");
  await expect(page.getByText(/^Issuer \d+ ms$/)).toBeVisible();
  await intercept(page, "**/api/connection", (route) => route.abort("connectionfailed"));
  await expect(page.getByRole("status").filter({ hasText: "No connection" })).toBeVisible();
  await expect(page.getByText(/^Issuer/)).toBeHidden();
  await page.unroute("**/api/connection");
  await expect(page.getByText(/^Issuer \d+ ms$/)).toBeVisible();
});

function newestEntry(page: Page) {
  return page.getByRole("table", { name: "Audit log" }).locator("tbody tr").first().getByRole("link").first();
}
