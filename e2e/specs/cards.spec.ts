import { randomUUID } from "node:crypto";
import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { randomUrls } from "@/e2e/fixtures/random-urls";
import { delayActions, intercept } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import { CardsPage } from "@/e2e/pages/cards-page";
import type { Card } from "@/lib/contract/card";
import { formatCount } from "@/lib/domain/money/numbers";

/** What moved in a `layout-shift` entry, which TypeScript doesn't know. */
type Moved = { previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };

declare global {
  interface Window {
    movedPixels?: number;
  }
}

// The index job reads the same lists every two seconds and must not use up the fault.
const MANY_TIMES = 10_000;

test.afterEach(({ sandbox }) => sandbox.clearFaults());

test("Back from a card returns to the same row at the same place, also after a change", async ({
  page,
  cardPage,
  signInAs,
}) => {
  await signInAs("support");
  await page.goto("/cards?page=2");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  const row = page.locator("tbody tr").nth(36);
  const link = row.locator("a[data-row-link]");
  await row.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(500);
  const href = await link.getAttribute("href");
  await link.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await page.keyboard.press("f");
  await cardPage.dialog.getByRole("button", { name: /^(Freeze|Unfreeze)/ }).click();
  await expect(cardPage.dialog).toBeHidden();
  await page.goBack();
  await expect(link).toBeFocused();
  await expect(link).toHaveAttribute("href", href ?? "");
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(Math.round(place));
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("tbody tr").nth(37).locator("a[data-row-link]")).toBeFocused();
});

test("moving the focus to the pages below a list doesn't scroll it", async ({ page, signInAs }) => {
  await signInAs("support");
  await page.goto("/cards");
  await page.getByRole("link", { name: "Next", exact: true }).focus();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("includes rows from the issuer in the first response", async ({ page, sandbox, signInAs }) => {
  await signInAs("support");
  const card = await sandbox.issueCard({ holder: "Grace Hopper", name: "First paint" });
  const html = await (await page.request.get("/cards")).text();
  expect(html).toContain(`href="/cards/${card.id}"`);
  expect(html).toContain("Grace Hopper");
  expect(html).toContain("From the issuer");
});

test("responds with the rows at the top; the others follow without moving the page", async ({
  cardsPage,
  page,
  sandbox,
  signInAs,
}) => {
  await signInAs("support");
  const { results } = await sandbox.listCards();
  const html = await (await page.request.get("/cards")).text();
  expect(html.match(/<tr[^>]* data-row=/g)).toHaveLength(20);
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: Moved[] })[])
        for (const { previousRect: from, currentRect: to } of sources)
          window.movedPixels = Math.max(
            window.movedPixels ?? 0,
            Math.abs(from.x - to.x),
            Math.abs(from.y - to.y),
          );
    }).observe({ type: "layout-shift", buffered: true });
  });
  await cardsPage.open();
  await expect(cardsPage.rows).toHaveCount(results.length);
  // Our font, which replaces the system's, moves what follows a text by a few pixels: tabs, filters, aligned cells.
  expect(await page.evaluate(() => window.movedPixels ?? 0)).toBeLessThan(20);
});

test("a new page starts at its first row, and its pagination stays in view", async ({
  cardsPage,
  sandbox,
  signInAs,
}) => {
  await signInAs("support");
  const { results } = await sandbox.listCards();
  await cardsPage.open();
  await expect(cardsPage.rows).toHaveCount(results.length);
  await expect(cardsPage.pages).toBeInViewport({ ratio: 1 });
  await cardsPage.rows.last().scrollIntoViewIfNeeded();
  await expect(cardsPage.rows.first()).not.toBeInViewport();
  await cardsPage.goToPage("Next");
  await expect(cardsPage.pages).toContainText("Page 2 of");
  await expect(cardsPage.rows.first()).toBeInViewport({ ratio: 1 });
  await expect(cardsPage.pages).toBeInViewport({ ratio: 1 });
});

test("pages through the list; Back, Forward, reload and a copied link show the same page", async ({
  cardsPage,
  page,
  sandbox,
  signInAs,
  openBrowser,
}) => {
  await signInAs("manager");
  const { results } = await sandbox.listCards();
  await cardsPage.open();
  await expect(cardsPage.rows).toHaveCount(results.length);
  const [first] = results;
  await expect(cardsPage.rows.first()).toContainText(first?.lastFour ?? "");
  await cardsPage.goToPage("Next");
  await expect(page).toHaveURL("/cards?page=2");
  await expect(cardsPage.pages).toContainText("Page 2 of");
  const secondPageRow = await cardsPage.rows.first().innerText();
  await page.goBack();
  await expect(cardsPage.rows.first()).toContainText(first?.cardholderName ?? "");
  await page.goForward();
  await page.reload();
  await expect(cardsPage.rows.first()).toHaveText(secondPageRow, { useInnerText: true });
  const colleague = new CardsPage(await (await openBrowser("support")).newPage());
  await colleague.page.goto(page.url());
  await expect(colleague.rows.first()).toHaveText(secondPageRow, { useInnerText: true });
});

test("a card number never appears in a URL: only its last four digits are searched", async ({
  cardsPage,
  page,
  palette,
  sandbox,
  signInAs,
}) => {
  await signInAs("support");
  const card = await sandbox.issueCard({ holder: "Nina Numberless" });
  const number = `4111 1111 1111 ${card.lastFour}`;
  const requestedUrls: string[] = [];
  page.on("request", (request) => requestedUrls.push(decodeURIComponent(request.url())));
  await cardsPage.open();
  await cardsPage.search.pressSequentially(number);
  await expect(page).toHaveURL(`/cards?search=${card.lastFour}`);
  await expect(page.getByText("We searched for the last four digits.")).toBeVisible();
  await expect(cardsPage.row("Nina Numberless")).toBeVisible();
  await expect(cardsPage.search).toHaveValue(number);
  await palette.open();
  await palette.find(number, /Nina Numberless/);
  await expect(palette.dialog.getByText("We searched for the last four digits.")).toBeVisible();
  expect(requestedUrls.filter((url) => /1111.1111.1111/.test(url))).toEqual([]);

  await page.goto(`/cards?search=${encodeURIComponent(number)}`);
  await expect(page).toHaveURL(`/cards?search=${card.lastFour}`);
  expect(await page.content()).not.toMatch(/1111.{1,3}1111.{1,3}1111/);
});

test("copies a full ID by mouse and keyboard and confirms it, without opening the row", async ({
  cardsPage,
  context,
  page,
  sandbox,
  signInAs,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs("support");
  const { id, externalCustomerId } = (await sandbox.listCards()).results[0] as Card;
  await cardsPage.open();
  await page.getByRole("button", { name: "Table settings" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Card ID" }).click();
  await page.keyboard.press("Escape");
  const cardId = cardsPage.rows.getByRole("button", { name: `Copy card ID ${id}` });
  await expect(cardId).not.toHaveText(id);
  await cardId.click();
  await expect(page.getByRole("status").filter({ hasText: /^Copied$/ })).toBeAttached();
  await expect(cardId).toHaveAttribute("data-copied", "Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  await expect(cardId).not.toHaveAttribute("data-copied");

  const customerId = cardsPage.rows.first().getByRole("button", { name: /^Copy customer ID/ });
  await customerId.focus();
  await page.keyboard.press("Enter");
  await expect(customerId).toHaveAttribute("data-copied", "Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(externalCustomerId);
  await expect(page).toHaveURL("/cards");
});

test("prefetches the next page", async ({ cardsPage, page, signInAs }) => {
  await signInAs("manager");
  const fetched = page.waitForResponse((response) => response.url().includes("/cards?page=2"));
  await cardsPage.open();
  await fetched;
  // With requests blocked, only prefetched data can be shown.
  await intercept(page, "**/cards?page=2**", (route) => route.abort());
  await cardsPage.goToPage("Next");
  await expect(cardsPage.pages).toContainText("Page 2 of");
});

test("filters by preset and calendar dates, in UTC and inclusive", async ({
  cardsPage,
  page,
  sandbox,
  signInAs,
}) => {
  await signInAs("finance");
  await cardsPage.open();
  await cardsPage.filter("Created").click();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}&to=\d{4}-\d{2}-\d{2}$/);
  await expect(cardsPage.filter("Created")).toContainText("UTC");
  await cardsPage.filter("Created").click();
  await expect(page.getByText("Both days are included, in UTC.")).toBeVisible();
  await page.keyboard.press("Escape");

  // Opens the calendar at a month in which cards were issued from the 10th to the 20th.
  const created = (await sandbox.allCards()).map((card) => card.created.slice(0, 10));
  const isInRange = (day: string) => day.slice(8) >= "10" && day.slice(8) <= "20";
  const month = created.find(isInRange)?.slice(0, 7) ?? "";
  const count = created.filter((day) => day.startsWith(month) && isInRange(day)).length;
  await cardsPage.open(`?from=${month}-01&to=${month}-02`);
  await cardsPage.filter("Created").click();
  const days = page.getByRole("gridcell");
  await days.filter({ hasText: /^10$/ }).getByRole("button").click();
  await days.filter({ hasText: /^20$/ }).getByRole("button").click();
  await expect(page).toHaveURL(`/cards?from=${month}-10&to=${month}-20`);
  await expect(cardsPage.pages).toContainText(`${formatCount(count)} card`);
});

test("searches, filters and sorts with the index, and shows when it was synced", async ({
  cardsPage,
  page,
  sandbox,
  signInAs,
}) => {
  await signInAs("support");
  const customerId = `cust_${randomUUID()}`;
  const [first, second] = [
    await sandbox.issueCard({ holder: "Zoë Quill", name: "Alpha", customerId, type: "physical" }),
    await sandbox.issueCard({ holder: "Amélie Quill", name: "Beta", customerId }),
  ];
  await cardsPage.open(`?customer=${customerId}`);
  await expect(cardsPage.rows).toHaveCount(2);
  // The count of this list, not of the whole index.
  await expect(cardsPage.pages.getByText("2 cards", { exact: true })).toBeVisible();
  await expect(cardsPage.pages).toContainText(/Cards synced|New cards/);
  await cardsPage.search.fill("amelie");
  await expect(cardsPage.rows).toHaveCount(1);
  await expect(cardsPage.rows.first()).toContainText(second.lastFour);
  await expect(page).toHaveURL(/search=amelie/);
  await cardsPage.search.fill("");
  await expect(page).not.toHaveURL(/search/);
  await cardsPage.table.getByRole("link", { name: "Cardholder" }).click();
  await expect(page).toHaveURL(/sort=holder:asc/);
  await expect(cardsPage.rows.first()).toContainText("Amélie Quill");
  await cardsPage.table.getByRole("link", { name: "Cardholder" }).click();
  await expect(cardsPage.rows.first()).toContainText("Zoë Quill");
  await expect(page).toHaveURL(/sort=holder:desc/);
  await cardsPage.choose("Type", /^physical/);
  await expect(cardsPage.rows).toHaveCount(1);
  await expect(cardsPage.rows.first()).toContainText(first.lastFour);
  await page.reload();
  await expect(cardsPage.rows).toHaveCount(1);
  await page.getByRole("button", { name: `Clear filter: Customer ${customerId}` }).click();
  await cardsPage.check("Frozen");
  await expect(page).toHaveURL(/status=FROZEN/);
  await expect(cardsPage.rows.filter({ hasText: "Frozen" }).first()).toBeVisible();
  await expect(cardsPage.rows.filter({ hasNotText: "Frozen" })).toHaveCount(0);
  await page.getByRole("button", { name: "Clear filters", exact: true }).click();
  await expect(page).toHaveURL("/cards");
  await cardsPage.open(`?status=BLOCKED&search=${customerId}`);
  await page.getByRole("button", { name: "Search all cards" }).click();
  await expect(page).toHaveURL(`/cards?search=${customerId}`);
  await expect(cardsPage.rows).toHaveCount(2);
});

test("remembers columns and density, also in the server-rendered page", async ({
  cardsPage,
  page,
  signInAs,
}) => {
  await signInAs("finance");
  await cardsPage.open();
  await page.getByRole("button", { name: "Table settings" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Design" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Table settings" }).click();
  await page.getByRole("menuitemradio", { name: "Compact" }).click();
  await expect(cardsPage.table.getByRole("columnheader", { name: "Design" })).toHaveCount(0);
  const html = await (await page.request.get("/cards")).text();
  expect(html).toContain('data-density="tight"');
  expect(html).not.toMatch(/<th[^>]*>Design/);
});

test("moves with arrow keys; Enter opens a card, and a modified click opens a new tab", async ({
  cardsPage,
  page,
  context,
  signInAs,
}) => {
  await signInAs("support");
  await cardsPage.open();
  const second = await cardsPage.rows.nth(1).getByRole("link").first().getAttribute("href");
  const opened = context.waitForEvent("page");
  await cardsPage.rows.nth(1).click({ modifiers: ["ControlOrMeta"], position: { x: 300, y: 10 } });
  await expect(await opened).toHaveURL(second ?? "");
  await cardsPage.rows.first().getByRole("link").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(second ?? "");
});

test("freezes from the row with a progress label, and a colleague sees it without a reload", async ({
  cardsPage,
  page,
  sandbox,
  signInAs,
  openBrowser,
}) => {
  const card = await sandbox.issueCard({ holder: "Ada Lovelace", name: "Row freeze" });
  await signInAs("support");
  await cardsPage.open();
  const colleague = new CardsPage(await (await openBrowser("auditor")).newPage());
  await colleague.open();
  await expect(colleague.page.getByText("Connected", { exact: true })).toBeVisible();
  const row = cardsPage.row("Row freeze").first();
  const release = await delayActions(page);
  await cardsPage.freeze(row);
  await expect(row).toContainText("Freezing…");
  expect((await sandbox.getCard(card.id)).status).toBe("ACTIVE");
  await release();
  await expect(page.getByText(/^Frozen at .* confirmed by the issuer$/).first()).toBeVisible();
  await expect(row).toContainText("Frozen");
  await expect(colleague.row("Row freeze").first()).toContainText("Frozen");
  expect((await sandbox.getCard(card.id)).status).toBe("FROZEN");
});

test("keeps the badge and shows the reason if the issuer fails", async ({
  cardsPage,
  page,
  sandbox,
  signInAs,
}) => {
  await sandbox.issueCard({ name: "Rejected freeze" });
  await signInAs("support");
  await cardsPage.open();
  const row = cardsPage.row("Rejected freeze").first();
  await sandbox.addFault({
    method: "PUT",
    path: "/freeze/",
    times: 2,
    fault: { type: "status", status: 500 },
  });
  await cardsPage.freeze(row);
  await expect(page.getByText("Freeze not confirmed").first()).toBeVisible();
  await expect(row).toContainText("Active");
});

test("offers each role only its permitted actions", async ({ cardsPage, page, signInAs }) => {
  await signInAs("auditor");
  await cardsPage.open();
  await cardsPage.openMenu(cardsPage.rows.first());
  await expect(page.getByRole("menuitem", { name: "View transactions" })).toBeVisible();
  for (const name of ["Freeze…", "Block…", "Reissue…"])
    await expect(page.getByRole("menuitem", { name })).toHaveCount(0);
  await expect(cardsPage.exportLink).toBeVisible();
  await page.keyboard.press("Escape");
  await page.context().clearCookies();
  await signInAs("support");
  await cardsPage.open();
  await expect(cardsPage.exportLink).toHaveCount(0);
});

for (const [name, fault, message] of [
  ["is unavailable", { type: "status", status: 503 }, "The issuer is unavailable"],
  ["returns a server error", { type: "status", status: 500 }, "The issuer is unavailable"],
  ["rejects our API key", { type: "status", status: 401 }, "The issuer rejected our API key"],
  ["rejects the request", { type: "status", status: 400 }, "Request rejected"],
  ["returns an invalid response", { type: "rubbish" }, "Invalid response from the issuer"],
  ["is slow", { type: "delay", ms: 8_000 }, "didn’t respond within 3 seconds"],
] as const) {
  test(`when the issuer ${name}, reports it and shows the indexed cards`, async ({
    cardsPage,
    page,
    sandbox,
    signInAs,
  }) => {
    await signInAs("manager");
    await cardsPage.open("?status=ACTIVE");
    await expect(cardsPage.rows.first()).toBeVisible();
    await sandbox.addFault({ method: "GET", path: "/cards/", times: MANY_TIMES, fault });
    await cardsPage.open();
    const alert = page.getByRole("alert").filter({ hasText: message });
    await expect(alert).toBeVisible();
    await expect(alert).toContainText("our synced copy");
    await expect(cardsPage.rows.first()).toBeVisible();
    await sandbox.clearFaults();
    // The circuit breaker lets a probe through within seconds, so reload until then.
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(/^From the issuer/)).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });
}

test("handles random URLs without an error page", async ({ page, signInAs }) => {
  test.setTimeout(240_000);
  await signInAs("manager");
  const names = [
    "search",
    "from",
    "to",
    "status",
    "type",
    "design",
    "customer",
    "sort",
    "page",
    "after",
    "before",
  ];
  const urls = randomUrls("/cards", [...names, "x"], 60);
  for (let start = 0; start < urls.length; start += 10) {
    const responses = await Promise.all(urls.slice(start, start + 10).map((path) => page.request.get(path)));
    for (const response of responses) {
      expect(response.status(), response.url()).toBe(200);
      expect(await response.text(), response.url()).not.toContain("This page couldn’t be loaded");
    }
  }
});

test("is accessible with filters and without rows, and fits a phone", async ({
  cardsPage,
  page,
  signInAs,
}) => {
  await signInAs("manager");
  await cardsPage.open("?status=FROZEN&customer=nobody");
  await expect(page.getByText("No cards match these filters")).toBeVisible();
  await expectAccessible(page);
  await cardsPage.open("?status=FROZEN");
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
