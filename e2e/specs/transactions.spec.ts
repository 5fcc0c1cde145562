import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { randomUrls } from "@/e2e/fixtures/random-urls";
import { delayScripts, intercept } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import { TransactionsPage } from "@/e2e/pages/transactions-page";

const MANY_TIMES = 10_000;
const DAY_MS = 86_400_000;

test.afterEach(({ sandbox }) => sandbox.clearFaults());

test("includes rows in the first response", async ({ page, sandbox, signInAs }) => {
  const card = await sandbox.issueCard({ holder: "Katherine Johnson" });
  const { transaction } = await sandbox.authorize(card.id, 12.34);
  await signInAs("finance");
  const html = await (await page.request.get("/transactions")).text();
  expect(html).toContain(`open=${transaction.id}`);
  expect(html).toContain("Katherine Johnson");
});

test("moves to the first row with ↓ while nothing has the focus", async ({
  transactionsPage,
  page,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Dorothy Vaughan" });
  await sandbox.authorize(card.id, 5);
  await signInAs("support");
  await transactionsPage.open(`?card=${card.id}`);
  // Keys that are pressed before the list is interactive are lost.
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    await expect(transactionsPage.rows.first().locator("a[data-row-link]")).toBeFocused({ timeout: 1_000 });
  }).toPass();
});

test("opens a transaction in the side panel with amounts, rate and card, and keeps it in the URL", async ({
  transactionsPage,
  page,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Mary Jackson", name: "Panel" });
  const { transaction } = await sandbox.authorize(card.id, 100, { currency: "EUR" });
  await signInAs("support");
  await transactionsPage.open();
  await transactionsPage.row("Mary Jackson").first().click();
  const { panel } = transactionsPage;
  await expect(panel).toContainText("EUR 100.00");
  await expect(page).toHaveURL(`/transactions?open=${transaction.id}`);
  await expect(panel).toContainText(/1 EUR = USD 1\.\d+/);
  await expect(panel.getByRole("region", { name: "Card" })).toContainText(card.lastFour);
  await page.goBack();
  await expect(panel).toBeHidden();
  await page.goForward();
  await expect(panel).toContainText("EUR 100.00");
  await page.reload();
  await expect(panel).toContainText("EUR 100.00");
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL("/transactions");
  await expect(transactionsPage.row("Mary Jackson").first().getByRole("link").first()).toBeFocused();
});

test("shows what the settlement file knows, with its source, and finds the transaction by merchant", {
  tag: "@full",
}, async ({ transactionsPage, reportsPage, page, sandbox, signInAs }) => {
  test.setTimeout(240_000);
  const card = await sandbox.issueCard({ holder: "Hedy Lamarr" });
  // The newest daily file that the issuer has is that of two days ago.
  await sandbox.setClock(new Date(Date.now() - 2 * DAY_MS));
  const { transaction } = await sandbox.authorize(card.id, 20, { merchant: "Radio Zürich" });
  await sandbox.clear(transaction.id);
  await sandbox.setClock(new Date());
  await signInAs("finance");
  await reportsPage.open();
  await expect(await reportsPage.request("Daily settlement")).toContainText("Ready", { timeout: 60_000 });

  await transactionsPage.open(`?open=${transaction.id}`);
  const settlement = transactionsPage.panel.getByRole("region", { name: "Settlement" });
  await expect(settlement).toContainText("Radio Zürich", { timeout: 90_000 });
  await expect(settlement).toContainText("Cleared");
  await expect(settlement).toContainText("Balance effect");
  await expect(
    settlement.getByRole("link", { name: /^Daily settlement of \d+ \w+ \d{4}, row \d+$/ }),
  ).toHaveAttribute("href", /^\/reports\//);
  await expectAccessible(page);
  await settlement.getByRole("link", { name: "Radio Zürich" }).click();
  await expect(page).toHaveURL("/transactions?merchant=Radio%20Z%C3%BCrich");
  await expect(transactionsPage.rows).toHaveCount(1);
  await expect(transactionsPage.row("Hedy Lamarr")).toContainText("Radio Zürich");
  await transactionsPage.toggleColumn("Cleared");
  await expect(transactionsPage.table.getByRole("columnheader", { name: "Cleared" })).toBeVisible();

  await transactionsPage.open("?search=radio+zur");
  await expect(transactionsPage.row("Hedy Lamarr")).toHaveCount(1);
  await transactionsPage.open();
  await transactionsPage.chooseMerchant("Radio Zürich");
  await expect(transactionsPage.row("Hedy Lamarr")).toHaveCount(1);
});

test("shows a transaction before the code for its card has loaded", async ({
  transactionsPage,
  page,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Dorothy Vaughan" });
  await sandbox.authorize(card.id, 23.45);
  await signInAs("support");
  await transactionsPage.open();
  const scripts = await delayScripts(page, { containing: "View transactions" });
  await transactionsPage.row("Dorothy Vaughan").first().click();
  const { panel } = transactionsPage;
  await expect(panel).toContainText("23.45");
  await expect.poll(scripts.hasPending).toBe(true);
  await expect(panel.getByRole("region", { name: "Card" })).toBeHidden();
  await scripts.release();
  await expect(panel.getByRole("region", { name: "Card" })).toContainText(card.lastFour);
});

test("shows the card of an open transaction as soon as the index knows it", async ({
  transactionsPage,
  sandbox,
  signInAs,
}) => {
  await signInAs("support");
  // The index syncs the card late, while the transaction comes straight from the issuer.
  const delay = { type: "delay", ms: 8_000 } as const;
  await sandbox.addFault({ method: "GET", path: "/cards/", times: MANY_TIMES, fault: delay });
  const card = await sandbox.issueCard({ holder: "Annie Easley" });
  await sandbox.authorize(card.id, 12);
  await transactionsPage.open();
  await transactionsPage.row("Annie Easley").first().click();
  await expect(transactionsPage.panel).toContainText("USD 12.00");
  await sandbox.clearFaults();
  await expect(transactionsPage.panel.getByRole("region", { name: "Card" })).toContainText(card.lastFour);
});

test("opens from its card, and says that the issuer gives no decline reason", async ({
  transactionsPage,
  cardPage,
  page,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Dorothy Vaughan", spendLimit: 10 });
  expect(await sandbox.authorize(card.id, 42.1)).toMatchObject({ approved: false });
  await signInAs("support");
  await cardPage.open(card.id);
  await page.getByRole("link", { name: /^Transaction of / }).click();
  const { panel } = transactionsPage;
  await expect(panel).toContainText("Merchant requested");
  await expect(panel).toContainText("The issuer's API doesn't give a decline reason.");
  await expect(panel).not.toContainText("The card was");
});

test("shows the row's data without waiting for the server", async ({ transactionsPage, page, signInAs }) => {
  await signInAs("finance");
  await transactionsPage.open();
  const link = transactionsPage.rows.nth(2).getByRole("link").first();
  const name = await link.innerText();
  // The server never responds.
  await intercept(page, "**/transactions?open=**", () => undefined);
  await link.evaluate((element) => (element as HTMLElement).click());
  await expect(transactionsPage.panel).toContainText(name);
});

test("opens a linked transaction that isn't on the page, and reports an unknown one", async ({
  transactionsPage,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Annie Easley" });
  const { transaction } = await sandbox.authorize(card.id, 5.5);
  await signInAs("auditor");
  await expect(async () => {
    await transactionsPage.open(`?status=NONE-SUCH&open=${transaction.id}`);
    await expect(transactionsPage.panel).toContainText("USD 5.50", { timeout: 1_000 });
  }).toPass();
  await expect(transactionsPage.panel.getByRole("button", { name: "Freeze" })).toHaveCount(0);
  await transactionsPage.open(`?open=${randomUUID()}`);
  await expect(transactionsPage.panel.getByRole("alert")).toContainText("Transaction not found");
});

test("filters by card, customer, status, currency and amount, and a shared link shows the same", async ({
  transactionsPage,
  page,
  sandbox,
  signInAs,
  openBrowser,
}) => {
  const customerId = `cust_${randomUUID()}`;
  const card = await sandbox.issueCard({ holder: "Dorothy Vaughan", customerId, spendLimit: 500 });
  const other = await sandbox.issueCard({ holder: "Dorothy Vaughan", customerId });
  await sandbox.authorize(card.id, 20);
  await sandbox.authorize(card.id, 40, { currency: "EUR" });
  await sandbox.authorize(card.id, 9_000);
  await sandbox.authorize(other.id, 60);
  await signInAs("manager");
  await expect(async () => {
    await transactionsPage.open(`?customer=${customerId}`);
    await expect(transactionsPage.rows).toHaveCount(4, { timeout: 1_000 });
  }).toPass();
  await transactionsPage.open(`?card=${card.id}`);
  await expect(transactionsPage.rows).toHaveCount(3);
  await expect(page.getByRole("button", { name: `Clear filter: Card •• ${card.lastFour}` })).toBeVisible();
  await transactionsPage.choose("Currency", "EUR");
  await expect(transactionsPage.rows).toHaveCount(1);
  await page.goBack();
  await transactionsPage.setAmounts("15", "30");
  await expect(transactionsPage.rows).toHaveCount(1);
  await expect(transactionsPage.rows.first()).toContainText("20.00");
  const colleague = new TransactionsPage(await (await openBrowser("auditor")).newPage());
  await colleague.page.goto(page.url());
  await expect(colleague.rows).toHaveCount(1);
  await transactionsPage.open(`?card=${card.id}&status=DECLINED`);
  await expect(transactionsPage.rows).toHaveCount(1);
  await expect(transactionsPage.rows.first()).toContainText("Declined");
});

test.describe("far from UTC", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("shows dates and times in one time zone, and names it", async ({
    transactionsPage,
    page,
    signInAs,
  }) => {
    await signInAs("finance");
    await transactionsPage.open();
    await expect(transactionsPage.created).toHaveText(/UTC$/);
    await chooseZone(page, "Local time");
    await expect(transactionsPage.created).toHaveText(/Tokyo time$/);

    await transactionsPage.filter("Created").click();
    await expect(page.getByText("Both days are included, in Tokyo time.")).toBeVisible();
    await page.getByRole("button", { name: "Last month" }).click();
    await expect(page).toHaveURL(/[?&]from=\d{4}-\d{2}-01&to=\d{4}-\d{2}-\d{2}&zone=Asia/);
    await expect(transactionsPage.filter("Created")).toHaveText(/, Tokyo time$/);
    await expect(transactionsPage.created).toHaveText(/Tokyo time$/);
    const tokyoUrl = new URL(page.url());

    await chooseZone(page, "UTC");
    await expect(page).not.toHaveURL(/zone=/);
    await expect(transactionsPage.filter("Created")).toHaveText(/, UTC$/);
    await expect(transactionsPage.created).toHaveText(/UTC$/);

    // A link means the same days to everyone.
    await transactionsPage.open(tokyoUrl.search);
    await expect(transactionsPage.filter("Created")).toHaveText(/, Tokyo time$/);
    await expect(transactionsPage.created).toHaveText(/Tokyo time$/);
  });
});

async function chooseZone(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitemradio", { name }).click();
  await page.keyboard.press("Escape");
}

test("shows a new purchase without a reload", async ({ transactionsPage, page, sandbox, signInAs }) => {
  const card = await sandbox.issueCard({ holder: "Hedy Lamarr" });
  await signInAs("finance");
  await transactionsPage.open();
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await sandbox.authorize(card.id, 33.33);
  await expect(transactionsPage.row("33.33").first()).toBeVisible();
});

test("freezes the card of an open transaction with F", async ({
  transactionsPage,
  page,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Rosalind Franklin" });
  const { transaction } = await sandbox.authorize(card.id, 7);
  await signInAs("support");
  await expect(async () => {
    await transactionsPage.open(`?open=${transaction.id}`);
    await expect(transactionsPage.panel.getByRole("button", { name: "Freeze" })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await page.keyboard.press("f");
  await page.getByRole("dialog").getByRole("button", { name: "Freeze" }).click();
  await expect(transactionsPage.panel).toContainText("Read this to the caller");
  expect((await sandbox.getCard(card.id)).status).toBe("FROZEN");
});

test("shows the indexed transactions while the issuer is down", async ({
  transactionsPage,
  page,
  sandbox,
  signInAs,
}) => {
  await signInAs("finance");
  await sandbox.addFault({
    method: "GET",
    path: "/transactions/",
    times: MANY_TIMES,
    fault: { type: "status", status: 500 },
  });
  await transactionsPage.open();
  await expect(page.getByRole("alert").filter({ hasText: "our synced copy" })).toBeVisible();
  await expect(transactionsPage.rows.first()).toBeVisible();
});

test("handles random URLs without an error page", async ({ page, signInAs }) => {
  test.setTimeout(240_000);
  await signInAs("manager");
  const names = [
    "search",
    "from",
    "to",
    "status",
    "currency",
    "billed",
    "min",
    "max",
    "card",
    "customer",
    "sort",
  ];
  const urls = randomUrls("/transactions", [...names, "page", "after", "before", "open", "x"], 60);
  for (let start = 0; start < urls.length; start += 10) {
    const responses = await Promise.all(urls.slice(start, start + 10).map((path) => page.request.get(path)));
    for (const response of responses) {
      expect(response.status(), response.url()).toBe(200);
      expect(await response.text(), response.url()).not.toContain("This page couldn’t be loaded");
    }
  }
});

test("is accessible with a transaction open, wide and on a phone", async ({
  transactionsPage,
  page,
  signInAs,
}) => {
  await signInAs("manager");
  await transactionsPage.open();
  await transactionsPage.rows.first().click();
  await expect(transactionsPage.panel.getByRole("region", { name: "Card" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(transactionsPage.table).toBeHidden();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await transactionsPage.panel.getByRole("button", { name: "Close transaction" }).click();
  await expect(transactionsPage.table).toBeVisible();
});
