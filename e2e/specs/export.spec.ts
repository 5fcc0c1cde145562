import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { expect, test } from "@/e2e/fixtures/test";
import { readRecords } from "@/testing/read-xlsx";

const MANY_TIMES = 10_000;

test.afterEach(({ sandbox }) => sandbox.clearFaults());

test("exports the filtered cards to a file, and records the export", async ({
  cardsPage,
  auditPage,
  page,
  sandbox,
  signInAs,
}) => {
  const customerId = `=cust_${Date.now()}`;
  await sandbox.issueCard({ holder: "Ida Rhodes", customerId });
  await signInAs("manager");
  await expect(async () => {
    await cardsPage.open(`?customer=${encodeURIComponent(customerId)}`);
    await expect(cardsPage.rows).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  const downloadEvent = page.waitForEvent("download");
  await cardsPage.exportLink.click();
  const download = await downloadEvent;
  expect(download.suggestedFilename()).toBe(`cards_all-days_customer-${customerId.replace("=", "-")}.csv`);
  const text = await readFile(await download.path(), "utf8");
  expect(text.startsWith("\ufeffcard_id,")).toBe(true);
  const rows = parse(text, { columns: true, bom: true }) as object[];
  expect(rows).toMatchObject([
    {
      cardholder_name: "Ida Rhodes",
      customer_id: `'${customerId}`,
      last_four: expect.stringMatching(/^\*{4}\d{4}$/),
    },
  ]);
  await expect(page.getByText("Exported 1 row").first()).toBeVisible();
  await auditPage.open("?action=cards.export");
  await expect(auditPage.rows.first()).toContainText("Export cards");
});

test("exports to Excel with the keyboard", async ({ cardsPage, page, signInAs }) => {
  await signInAs("manager");
  await cardsPage.open("?status=FROZEN");
  await cardsPage.exportLink.focus();
  await page.keyboard.press("Tab");
  await expect(cardsPage.excelLink).toBeFocused();
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toBe("cards_all-days_status-FROZEN.xlsx");
  const cards = readRecords(await readFile(await download.path()));
  expect(cards.length).toBeGreaterThan(0);
  expect(cards.every(({ status }) => status === "FROZEN")).toBe(true);
  await expect(page.getByText(/^Exported [\d.]+ (bytes|kB)$/).first()).toBeVisible();
});

test("reads all pages of the issuer, shows progress, and can be canceled", async ({
  transactionsPage,
  page,
  sandbox,
  signInAs,
}) => {
  await signInAs("finance");
  await transactionsPage.open();
  await sandbox.addFault({
    method: "GET",
    path: "/transactions/",
    times: MANY_TIMES,
    fault: { type: "delay", ms: 150 },
  });
  await transactionsPage.exportLink.click();
  await expect(page.getByText(/^[1-9][\d,]* of [\d,]+ rows$/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel export" }).click();
  await expect(page.getByText("Export canceled").first()).toBeVisible();
  await expect(transactionsPage.exportLink).toBeVisible();
});

test("saves nothing and reports it if the issuer fails halfway", async ({
  transactionsPage,
  page,
  sandbox,
  signInAs,
}) => {
  await signInAs("finance");
  await transactionsPage.open();
  await sandbox.addFault({
    method: "GET",
    path: "/transactions/",
    times: MANY_TIMES,
    fault: { type: "delay", ms: 100 },
  });
  await transactionsPage.exportLink.click();
  await expect(page.getByText(/^[1-9][\d,]* of [\d,]+ rows$/)).toBeVisible();
  await sandbox.clearFaults();
  await sandbox.addFault({
    method: "GET",
    path: "/transactions/",
    times: MANY_TIMES,
    fault: { type: "status", status: 500 },
  });
  await expect(page.getByText(/Export failed after/).first()).toBeVisible();
});

test("reports why it can't start", async ({ transactionsPage, page, sandbox, signInAs }) => {
  await signInAs("finance");
  await transactionsPage.open();
  await sandbox.addFault({
    method: "GET",
    path: "/transactions/",
    times: MANY_TIMES,
    fault: { type: "status", status: 500 },
  });
  await transactionsPage.exportLink.click();
  await expect(page.getByText("Export failed").first()).toBeVisible();
});

test("works as a plain link without JavaScript", async ({ browser, baseURL, signInAs, context }) => {
  await signInAs("auditor");
  const noScript = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await noScript.newPage();
  await page.goto("/cards?status=FROZEN");
  const downloadEvent = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const text = await readFile(await (await downloadEvent).path(), "utf8");
  expect(text.split("\r\n")[0]).toContain("card_id,last_four");
  const excelEvent = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export Excel" }).click();
  const excel = await excelEvent;
  expect(excel.suggestedFilename()).toBe("cards_all-days_status-FROZEN.xlsx");
  expect(readRecords(await readFile(await excel.path())).length).toBeGreaterThan(0);
  await noScript.close();
});
