import { randomUUID } from "node:crypto";
import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { randomAddresses } from "@/e2e/fixtures/random-addresses";
import { holdActions } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import { CardsPage } from "@/e2e/pages/cards-page";
import type { Card } from "@/lib/contract/card";

// The feeder reads the same lists every other second: a fault must outlast it.
const OFTEN = 10_000;

test.afterEach(({ sandbox }) => sandbox.clearFaults());

test("brings its rows with the first response, straight from the issuer", async ({
  page,
  sandbox,
  enter,
}) => {
  await enter("support");
  const card = await sandbox.issueCard({ holder: "Grace Hopper", name: "First paint" });
  const html = await (await page.request.get("/cards")).text();
  expect(html).toContain(`href="/cards/${card.id}"`);
  expect(html).toContain("Grace Hopper");
  expect(html).toContain("Live from the issuer");
});

test("turns pages; Back, Forward, reload and a copied link show the same", async ({
  cardsPage,
  page,
  sandbox,
  enter,
  openBrowser,
}) => {
  await enter("manager");
  const { results } = await sandbox.listCards();
  await cardsPage.open();
  await expect(cardsPage.rows).toHaveCount(results.length);
  const [first] = results;
  await expect(cardsPage.rows.first()).toContainText(first?.lastFour ?? "");
  await cardsPage.turn("Next");
  await expect(page).toHaveURL("/cards?page=2");
  await expect(cardsPage.pages).toContainText("Page 2 of");
  const onSecond = await cardsPage.rows.first().innerText();
  await page.goBack();
  await expect(cardsPage.rows.first()).toContainText(first?.cardholderName ?? "");
  await page.goForward();
  await page.reload();
  await expect(cardsPage.rows.first()).toHaveText(onSecond, { useInnerText: true });
  const colleague = new CardsPage(await (await openBrowser("auditor")).newPage());
  await colleague.page.goto(page.url());
  await expect(colleague.rows.first()).toHaveText(onSecond, { useInnerText: true });
});

test("a card number never gets into the address: its last four are searched for", async ({
  cardsPage,
  page,
  palette,
  sandbox,
  enter,
}) => {
  await enter("support");
  const card = await sandbox.issueCard({ holder: "Nina Numberless" });
  const number = `4111 1111 1111 ${card.lastFour}`;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(decodeURIComponent(request.url())));
  await cardsPage.open();
  await cardsPage.search.pressSequentially(number);
  await expect(page).toHaveURL(`/cards?search=${card.lastFour}`);
  await expect(page.getByText("We searched for the last four digits.")).toBeVisible();
  await expect(cardsPage.row("Nina Numberless")).toBeVisible();
  await expect(cardsPage.search).toHaveValue(number);
  await palette.open();
  await palette.find(number, /Nina Numberless/);
  await expect(palette.dialog.getByText("We searched for the last four digits.")).toBeVisible();
  expect(asked.filter((url) => /1111.1111.1111/.test(url))).toEqual([]);

  await page.goto(`/cards?search=${encodeURIComponent(number)}`);
  await expect(page).toHaveURL(`/cards?search=${card.lastFour}`);
  expect(await page.content()).not.toMatch(/1111.{1,3}1111.{1,3}1111/);
});

test("copies an id whole and says so, by pointer and by key, without opening the row", async ({
  cardsPage,
  context,
  page,
  sandbox,
  enter,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter("support");
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

test("has the next page ready before it is asked for", async ({ cardsPage, page, enter }) => {
  await enter("manager");
  const fetched = page.waitForResponse((response) => response.url().includes("/cards?page=2"));
  await cardsPage.open();
  await fetched;
  // Without a server, only what is here already can be shown.
  await page.route("**/cards?page=2**", (route) => route.abort());
  await cardsPage.turn("Next");
  await expect(cardsPage.pages).toContainText("Page 2 of");
});

test("takes days by preset and by calendar, in UTC and both included", async ({
  cardsPage,
  page,
  sandbox,
  enter,
}) => {
  await enter("finance");
  await cardsPage.open();
  await cardsPage.filter("Created").click();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}&to=\d{4}-\d{2}-\d{2}$/);
  await expect(cardsPage.filter("Created")).toContainText("UTC");
  await cardsPage.filter("Created").click();
  await expect(page.getByText("Dates are in UTC, inclusive.")).toBeVisible();
  await page.keyboard.press("Escape");

  // The calendar opens at the range it has: a month in which cards were issued from the 10th to the 20th.
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
  await expect(cardsPage.pages).toContainText(`${count} card`);
});

test("finds by search, filters and sorts from the index, and says how fresh that is", async ({
  cardsPage,
  page,
  sandbox,
  enter,
}) => {
  await enter("support");
  const customerId = `cust_${randomUUID()}`;
  const [first, second] = [
    await sandbox.issueCard({ holder: "Zoë Quill", name: "Alpha", customerId, type: "physical" }),
    await sandbox.issueCard({ holder: "Amélie Quill", name: "Beta", customerId }),
  ];
  await cardsPage.open(`?customer=${customerId}`);
  await expect(cardsPage.rows).toHaveCount(2);
  // Of this list; the index knows many more.
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
});

test("remembers columns and density, from the first response on", async ({ cardsPage, page, enter }) => {
  await enter("finance");
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

test("is walked by arrow keys; Enter opens a card, a modified click a new tab", async ({
  cardsPage,
  page,
  context,
  enter,
}) => {
  await enter("support");
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

test("freezes from the row, says what is under way, and a colleague sees it by itself", async ({
  cardsPage,
  page,
  sandbox,
  enter,
  openBrowser,
}) => {
  const card = await sandbox.issueCard({ holder: "Ada Lovelace", name: "Row freeze" });
  await enter("support");
  await cardsPage.open();
  const colleague = new CardsPage(await (await openBrowser("auditor")).newPage());
  await colleague.open();
  await expect(colleague.page.getByText("Live", { exact: true })).toBeVisible();
  const row = cardsPage.row("Row freeze").first();
  const letThrough = await holdActions(page);
  await cardsPage.freeze(row);
  await expect(row).toContainText("Freezing…");
  expect((await sandbox.getCard(card.id)).status).toBe("ACTIVE");
  await letThrough();
  await expect(page.getByText(/^Frozen at .* confirmed by the issuer$/).first()).toBeVisible();
  await expect(row).toContainText("Frozen");
  await expect(colleague.row("Row freeze").first()).toContainText("Frozen");
  expect((await sandbox.getCard(card.id)).status).toBe("FROZEN");
});

test("shows the badge as it was, with the reason, when the issuer refuses", async ({
  cardsPage,
  page,
  sandbox,
  enter,
}) => {
  await sandbox.issueCard({ name: "Refused freeze" });
  await enter("support");
  await cardsPage.open();
  const row = cardsPage.row("Refused freeze").first();
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

test("offers by role only what the role may do", async ({ cardsPage, page, enter }) => {
  await enter("auditor");
  await cardsPage.open();
  await cardsPage.openMenu(cardsPage.rows.first());
  await expect(page.getByRole("menuitem", { name: "View transactions" })).toBeVisible();
  for (const name of ["Freeze…", "Block…", "Reissue…"])
    await expect(page.getByRole("menuitem", { name })).toHaveCount(0);
  await expect(cardsPage.exportLink).toBeVisible();
  await page.keyboard.press("Escape");
  await page.context().clearCookies();
  await enter("support");
  await cardsPage.open();
  await expect(cardsPage.exportLink).toHaveCount(0);
});

for (const [name, fault, words] of [
  ["is down", { type: "status", status: 503 }, "The issuer is unavailable"],
  ["has a problem of its own", { type: "status", status: 500 }, "The issuer is unavailable"],
  ["refuses our key", { type: "status", status: 401 }, "The issuer rejected our API key"],
  ["refuses the request", { type: "status", status: 400 }, "Request rejected"],
  ["talks rubbish", { type: "rubbish" }, "Invalid response from the issuer"],
  ["is slow", { type: "delay", ms: 8_000 }, "didn’t respond within 3 seconds"],
] as const) {
  test(`says so when the issuer ${name}, and shows what the index knows`, async ({
    cardsPage,
    page,
    sandbox,
    enter,
  }) => {
    await enter("manager");
    await cardsPage.open("?status=ACTIVE");
    await expect(cardsPage.rows.first()).toBeVisible();
    await sandbox.addFault({ method: "GET", path: "/cards/", times: OFTEN, fault });
    await cardsPage.open();
    const alert = page.getByRole("alert").filter({ hasText: words });
    await expect(alert).toBeVisible();
    await expect(alert).toContainText("our synced copy");
    await expect(cardsPage.rows.first()).toBeVisible();
    await sandbox.clearFaults();
    // The breaker lets a probe through within seconds; whoever tries again sees it.
    await expect(async () => {
      await page.reload();
      await expect(page.getByText("Live from the issuer")).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });
}

test("takes 500 random addresses without an error page", async ({ page, enter }) => {
  test.setTimeout(240_000);
  await enter("manager");
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
  const addresses = randomAddresses("/cards", [...names, "x"], 500);
  for (let at = 0; at < addresses.length; at += 10) {
    const answers = await Promise.all(addresses.slice(at, at + 10).map((path) => page.request.get(path)));
    for (const answer of answers) {
      expect(answer.status(), answer.url()).toBe(200);
      expect(await answer.text(), answer.url()).not.toContain("This page couldn’t be loaded");
    }
  }
});

test("is accessible with filters and without rows, and fits a phone", async ({ cardsPage, page, enter }) => {
  await enter("manager");
  await cardsPage.open("?status=FROZEN&customer=nobody");
  await expect(page.getByText("No cards match these filters")).toBeVisible();
  await expectAccessible(page);
  await cardsPage.open("?status=FROZEN");
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
