import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { expect, test } from "@/e2e/fixtures/test";

const OFTEN = 10_000;

test.afterEach(({ sandbox }) => sandbox.clearFaults());

test("saves what is filtered as a file, and writes that down", async ({
  cardsPage,
  auditPage,
  page,
  sandbox,
  enter,
}) => {
  const customerId = `=cust_${Date.now()}`;
  await sandbox.issueCard({ holder: "Ida Rhodes", customerId });
  await enter("manager");
  await expect(async () => {
    await cardsPage.open(`?customer=${encodeURIComponent(customerId)}`);
    await expect(cardsPage.rows).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  const saved = page.waitForEvent("download");
  await cardsPage.exportLink.click();
  const download = await saved;
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

test("walks all pages of the issuer, says how far it is, and can be cancelled", async ({
  transactionsPage,
  page,
  sandbox,
  enter,
}) => {
  await enter("finance");
  await transactionsPage.open();
  await sandbox.addFault({
    method: "GET",
    path: "/transactions/",
    times: OFTEN,
    fault: { type: "delay", ms: 150 },
  });
  await transactionsPage.exportLink.click();
  await expect(page.getByText(/^[1-9][\d,]* of [\d,]+ rows$/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel export" }).click();
  await expect(page.getByText("Export canceled").first()).toBeVisible();
  await expect(transactionsPage.exportLink).toBeVisible();
});

test("saves nothing when the issuer fails half-way, and says so", async ({
  transactionsPage,
  page,
  sandbox,
  enter,
}) => {
  await enter("finance");
  await transactionsPage.open();
  await sandbox.addFault({
    method: "GET",
    path: "/transactions/",
    times: OFTEN,
    fault: { type: "delay", ms: 100 },
  });
  await transactionsPage.exportLink.click();
  await expect(page.getByText(/^[1-9][\d,]* of [\d,]+ rows$/)).toBeVisible();
  await sandbox.clearFaults();
  await sandbox.addFault({
    method: "GET",
    path: "/transactions/",
    times: OFTEN,
    fault: { type: "status", status: 500 },
  });
  await expect(page.getByText(/Export failed after/).first()).toBeVisible();
});

test("says why when it cannot begin", async ({ transactionsPage, page, sandbox, enter }) => {
  await enter("finance");
  await transactionsPage.open();
  await sandbox.addFault({
    method: "GET",
    path: "/transactions/",
    times: OFTEN,
    fault: { type: "status", status: 500 },
  });
  await transactionsPage.exportLink.click();
  await expect(page.getByText("Export failed").first()).toBeVisible();
});

test("works as a plain link, without script", async ({ browser, baseURL, enter, context }) => {
  await enter("auditor");
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await plain.newPage();
  await page.goto("/cards?status=FROZEN");
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const text = await readFile(await (await saved).path(), "utf8");
  expect(text.split("\r\n")[0]).toContain("card_id,last_four");
  await plain.close();
});
