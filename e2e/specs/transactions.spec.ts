import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { randomAddresses } from "@/e2e/fixtures/random-addresses";
import { expect, test } from "@/e2e/fixtures/test";
import { TransactionsPage } from "@/e2e/pages/transactions-page";

const OFTEN = 10_000;

test.afterEach(({ sandbox }) => sandbox.clearFaults());

test("brings its rows with the first response", async ({ page, sandbox, enter }) => {
  const card = await sandbox.issueCard({ holder: "Katherine Johnson" });
  const { transaction } = await sandbox.authorize(card.id, 12.34);
  await enter("finance");
  const html = await (await page.request.get("/transactions")).text();
  expect(html).toContain(`open=${transaction.id}`);
  expect(html).toContain("Katherine Johnson");
});

test("opens one beside the list, with both amounts, the rate, its card; the URL keeps it", async ({
  transactionsPage,
  page,
  sandbox,
  enter,
}) => {
  const card = await sandbox.issueCard({ holder: "Mary Jackson", name: "Panel" });
  const { transaction } = await sandbox.authorize(card.id, 100, { currency: "EUR" });
  await enter("support");
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

test("shows the card of an open transaction as soon as the index knows it", async ({
  transactionsPage,
  sandbox,
  enter,
}) => {
  await enter("support");
  // The index reads the list of cards late; the transaction comes from the issuer at once.
  const delay = { type: "delay", ms: 8_000 } as const;
  await sandbox.addFault({ method: "GET", path: "/cards/", times: OFTEN, fault: delay });
  const card = await sandbox.issueCard({ holder: "Annie Easley" });
  await sandbox.authorize(card.id, 12);
  await transactionsPage.open();
  await transactionsPage.row("Annie Easley").first().click();
  await expect(transactionsPage.panel).toContainText("USD 12.00");
  await sandbox.clearFaults();
  await expect(transactionsPage.panel.getByRole("region", { name: "Its card" })).toContainText(card.lastFour);
});

test("opens from its card, and says of a declined one that the issuer gives no reason", async ({
  transactionsPage,
  cardPage,
  page,
  sandbox,
  enter,
}) => {
  const card = await sandbox.issueCard({ holder: "Dorothy Vaughan", spendLimit: 10 });
  expect(await sandbox.authorize(card.id, 42.1)).toMatchObject({ approved: false });
  await enter("support");
  await cardPage.open(card.id);
  await page.getByRole("link", { name: /^Transaction of / }).click();
  const { panel } = transactionsPage;
  await expect(panel).toContainText("Merchant requested");
  await expect(panel).toContainText("The issuer's API doesn't give a decline reason.");
  await expect(panel).not.toContainText("The card was");
});

test("shows what a row says without waiting for the server", async ({ transactionsPage, page, enter }) => {
  await enter("finance");
  await transactionsPage.open();
  const link = transactionsPage.rows.nth(2).getByRole("link").first();
  const name = await link.innerText();
  // The server is asked, and does not answer.
  await page.route("**/transactions?open=**", () => undefined);
  await link.evaluate((element) => (element as HTMLElement).click());
  await expect(transactionsPage.panel).toContainText(name);
});

test("opens by a link what is not on the page, and says when it knows none", async ({
  transactionsPage,
  sandbox,
  enter,
}) => {
  const card = await sandbox.issueCard({ holder: "Annie Easley" });
  const { transaction } = await sandbox.authorize(card.id, 5.5);
  await enter("auditor");
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
  enter,
  openBrowser,
}) => {
  const customerId = `cust_${randomUUID()}`;
  const card = await sandbox.issueCard({ holder: "Dorothy Vaughan", customerId, spendLimit: 500 });
  const other = await sandbox.issueCard({ holder: "Dorothy Vaughan", customerId });
  await sandbox.authorize(card.id, 20);
  await sandbox.authorize(card.id, 40, { currency: "EUR" });
  await sandbox.authorize(card.id, 9_000);
  await sandbox.authorize(other.id, 60);
  await enter("manager");
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

  test("has its days and its times in one zone, and names it", async ({ transactionsPage, page, enter }) => {
    await enter("finance");
    await transactionsPage.open();
    await expect(transactionsPage.created).toHaveText(/UTC$/);
    await chooseZone(page, "Local time");
    await expect(transactionsPage.created).toHaveText(/Tokyo time$/);

    await transactionsPage.filter("Created").click();
    await expect(page.getByText("Dates are in Tokyo time, inclusive.")).toBeVisible();
    await page.getByRole("button", { name: "Last month" }).click();
    await expect(page).toHaveURL(/[?&]from=\d{4}-\d{2}-01&to=\d{4}-\d{2}-\d{2}&zone=Asia/);
    await expect(transactionsPage.filter("Created")).toHaveText(/, Tokyo time$/);
    await expect(transactionsPage.created).toHaveText(/Tokyo time$/);
    const address = new URL(page.url());

    await chooseZone(page, "UTC");
    await expect(page).not.toHaveURL(/zone=/);
    await expect(transactionsPage.filter("Created")).toHaveText(/, UTC$/);
    await expect(transactionsPage.created).toHaveText(/UTC$/);

    // A link means the same days to whoever opens it.
    await transactionsPage.open(address.search);
    await expect(transactionsPage.filter("Created")).toHaveText(/, Tokyo time$/);
    await expect(transactionsPage.created).toHaveText(/Tokyo time$/);
  });
});

async function chooseZone(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitemradio", { name }).click();
  await page.keyboard.press("Escape");
}

test("shows a new purchase by itself", async ({ transactionsPage, page, sandbox, enter }) => {
  const card = await sandbox.issueCard({ holder: "Hedy Lamarr" });
  await enter("finance");
  await transactionsPage.open();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await sandbox.authorize(card.id, 33.33);
  await expect(transactionsPage.row("33.33").first()).toBeVisible();
});

test("freezes the card of an open transaction by F", async ({ transactionsPage, page, sandbox, enter }) => {
  const card = await sandbox.issueCard({ holder: "Rosalind Franklin" });
  const { transaction } = await sandbox.authorize(card.id, 7);
  await enter("support");
  await expect(async () => {
    await transactionsPage.open(`?open=${transaction.id}`);
    await expect(transactionsPage.panel.getByRole("button", { name: "Freeze" })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.keyboard.press("f");
  await page.getByRole("dialog").getByRole("button", { name: "Freeze" }).click();
  await expect(transactionsPage.panel).toContainText("Read this to the caller");
  expect((await sandbox.getCard(card.id)).status).toBe("FROZEN");
});

test("shows what the index knows while the issuer is down", async ({
  transactionsPage,
  page,
  sandbox,
  enter,
}) => {
  await enter("finance");
  await sandbox.addFault({
    method: "GET",
    path: "/transactions/",
    times: OFTEN,
    fault: { type: "status", status: 500 },
  });
  await transactionsPage.open();
  await expect(page.getByRole("alert").filter({ hasText: "our synced copy" })).toBeVisible();
  await expect(transactionsPage.rows.first()).toBeVisible();
});

test("takes 500 random addresses without an error page", async ({ page, enter }) => {
  test.setTimeout(240_000);
  await enter("manager");
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
  const addresses = randomAddresses("/transactions", [...names, "page", "after", "before", "open", "x"], 500);
  for (let at = 0; at < addresses.length; at += 10) {
    const answers = await Promise.all(addresses.slice(at, at + 10).map((path) => page.request.get(path)));
    for (const answer of answers) {
      expect(answer.status(), answer.url()).toBe(200);
      expect(await answer.text(), answer.url()).not.toContain("This page couldn’t be loaded");
    }
  }
});

test("is accessible with a transaction open, wide and on a phone", async ({
  transactionsPage,
  page,
  enter,
}) => {
  await enter("manager");
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
