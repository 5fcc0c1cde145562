import type { Route } from "@playwright/test";
import { holdCode } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";

test("a press in the navigation shows at once, before the page is there", async ({ page, shell, enter }) => {
  await enter("support");
  await page.goto("/cards");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const held: Route[] = [];
  let isHolding = true;
  await page.route(/[?&]_rsc=/, async (route) => {
    if (isHolding) held.push(route);
    else await route.continue();
  });
  const progress = page.getByRole("progressbar", { name: "Loading page" });
  await expect(progress).toBeHidden();

  const look = (name: string) =>
    shell.link(name).evaluate((link) => window.getComputedStyle(link).backgroundColor);
  const marked = await look("Cards");
  await shell.link("Transactions").click();
  await expect(progress).toBeVisible();
  await expect.poll(() => look("Transactions")).toBe(marked);
  await expect(shell.heading).toHaveText("Cards");

  isHolding = false;
  await Promise.all(held.map((route) => route.continue()));
  await expect(shell.heading).toHaveText("Transactions");
  await expect(progress).toBeHidden();
});

test("a press on a row is followed even before the page's code is there", async ({ page, enter }) => {
  await enter("support");
  await holdCode(page);
  await page.goto("/cards", { waitUntil: "commit" });
  const row = page.getByRole("table", { name: "Cards" }).locator("tbody tr").first();
  const href = (await row.locator("a[data-row-link]").getAttribute("href")) ?? "";
  await expect(row).toHaveCSS("position", "relative");
  // By force: it is the row's link that takes the press, wherever on the row it lands.
  const cell = row.locator("td").nth(2);
  await cell.click({ position: { x: 3, y: 3 }, force: true, noWaitAfter: true });
  await page.waitForURL(`**${href}`, { waitUntil: "commit" });
});
