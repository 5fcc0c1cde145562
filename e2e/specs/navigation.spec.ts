import type { Route } from "@playwright/test";
import { delayScripts, intercept } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";

test("shows a navigation click immediately, before the page has loaded", async ({
  page,
  shell,
  signInAs,
}) => {
  await signInAs("support");
  await page.goto("/cards");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  const delayed: Route[] = [];
  let isDelaying = true;
  await intercept(page, /[?&]_rsc=/, async (route) => {
    if (isDelaying) delayed.push(route);
    else await route.continue();
  });
  const progress = page.getByRole("progressbar", { name: "Loading page" });
  await expect(progress).toBeHidden();

  const backgroundOf = (name: string) =>
    shell.link(name).evaluate((link) => window.getComputedStyle(link).backgroundColor);
  const activeBackground = await backgroundOf("Cards");
  await shell.link("Transactions").click();
  await expect(progress).toBeVisible();
  await expect.poll(() => backgroundOf("Transactions")).toBe(activeBackground);
  await expect(shell.heading).toHaveText("Cards");

  isDelaying = false;
  await Promise.all(delayed.map((route) => route.continue()));
  await expect(shell.heading).toHaveText("Transactions");
  await expect(progress).toBeHidden();
});

test("a click on a row works before hydration", async ({ page, signInAs }) => {
  await signInAs("support");
  await delayScripts(page);
  await page.goto("/cards", { waitUntil: "commit" });
  const row = page.getByRole("table", { name: "Cards" }).locator("tbody tr").first();
  const href = (await row.locator("a[data-row-link]").getAttribute("href")) ?? "";
  await expect(row).toHaveCSS("position", "relative");
  // Forced, because the row's link covers the cell.
  const cell = row.locator("td").nth(2);
  await cell.click({ position: { x: 3, y: 3 }, force: true, noWaitAfter: true });
  await page.waitForURL(`**${href}`, { waitUntil: "commit" });
});
