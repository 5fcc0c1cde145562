import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/fixtures/test";
import { waitForIndex } from "@/e2e/fixtures/wait-for-index";
import { CoveragePage } from "@/e2e/pages/coverage-page";
import { addDays, addMonths, firstOfMonth, lastOfMonth, toIsoDate } from "@/lib/domain/time/calendar";

const IMAGES = join(import.meta.dirname, "..", "..", "docs", "images");
const CARD = { cardholder: "Oscar Bennett", name: "Holiday" };

test.beforeEach(async ({ page, signInAs }) => {
  await signInAs("admin");
  await waitForIndex(page.request);
});

test("card", async ({ page, sandbox, cardPage }) => {
  const cards = await sandbox.allCards();
  const card = cards.find(
    ({ cardholderName, cardName }) => cardholderName === CARD.cardholder && cardName === CARD.name,
  );
  if (!card) throw new Error(`The demo world has no card ${CARD.name} for ${CARD.cardholder}`);
  await cardPage.openConnected(card.id);
  await page.getByLabel("New note").fill("Called about a declined hotel. The price was above the limit.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Note added.")).toBeVisible();
  await cardPage.openConnected(card.id);
  await expect(cardPage.event("Called about a declined hotel")).toBeVisible();
  await expect(cardPage.transactions.getByRole("listitem")).not.toHaveCount(0);
  await takePicture(page, "card");
});

test("issue", async ({ page, createCardPage }) => {
  await createCardPage.open();
  await createCardPage.fillCustomer({ kind: "consumer" });
  await createCardPage.fillConsumer();
  await createCardPage.fillContact("cust_ada_lovelace");
  await page.getByRole("radio", { name: /^Physical/ }).check();
  await createCardPage.field(/^Spend limit/).fill("2500");
  await createCardPage.field("Name on card").fill("Ada Lovelace");
  await expect(createCardPage.draftSaved).toBeVisible();
  await takePicture(page, "issue");
});

test("designs", async ({ page, designsPage }) => {
  await designsPage.open();
  await expect(designsPage.names()).toHaveCount(8);
  await takePicture(page, "designs");
});

test("report", async ({ page, reportsPage }) => {
  await reportsPage.open();
  const row = await reportsPage.request("Daily settlement");
  await expect(row).toContainText("Ready");
  await page.goto((await row.getByRole("link").first().getAttribute("href")) ?? "");
  await expect(reportsPage.fileRows.getByRole("row")).not.toHaveCount(0);
  await takePicture(page, "report");
});

test("coverage and reconciliation", async ({ page, signInAs, sandbox }) => {
  test.setTimeout(900_000);
  const month = addMonths(firstOfMonth(toIsoDate(new Date())), -1);
  for (const [day, kind] of [
    [5, "changed-amount"],
    [12, "missing-row"],
    [20, "extra-row"],
  ] as const)
    await sandbox.addDisagreement({ kind, day: addDays(month, day - 1) });
  await signInAs("finance");
  const coverage = new CoveragePage(page);
  await coverage.open(`?month=${month.slice(0, 7)}`);
  await coverage.requestMissing.click();
  const cells = await coverage.grid.getByRole("gridcell").count();
  await expect(coverage.legend).toContainText(`Ready${cells}`, { timeout: 600_000 });
  await coverage.open(`?month=${month.slice(0, 7)}`);
  await takePicture(page, "coverage");

  await page.goto(`/reconciliation/${month.slice(0, 7)}`);
  const signDays = page.getByRole("button", { name: `Sign off ${Number(lastOfMonth(month).slice(8))} days` });
  await expect(signDays).toBeVisible({ timeout: 300_000 });
  await takePicture(page, "reconciliation");
});

test("overview", async ({ page, overviewPage }) => {
  await page.setViewportSize({ width: 1440, height: 1240 });
  await overviewPage.open();
  await expect(overviewPage.attention).toBeVisible();
  await expect(overviewPage.topCustomers).not.toHaveCount(0);
  await takePicture(page, "overview");
});

/** Takes the picture in both color schemes, once everything on the page has loaded. */
async function takePicture(page: Page, name: string): Promise<void> {
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({
      path: join(IMAGES, `${name}-${colorScheme}.webp`),
      quality: 90,
      animations: "disabled",
    });
  }
}
