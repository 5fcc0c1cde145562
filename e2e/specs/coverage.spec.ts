import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";
import { CoveragePage } from "@/e2e/pages/coverage-page";
import { addDays, addMonths, firstOfMonth, lastOfMonth, toIsoDate } from "@/lib/domain/time/calendar";
import { formatDay, formatMonth } from "@/lib/domain/time/date-time";

const READY_TIMEOUT = { timeout: 300_000 };
const today = toIsoDate(new Date());
const lastMonth = addMonths(firstOfMonth(today), -2);
const view = `?month=${lastMonth.slice(0, 7)}`;
const day = (number: number) => formatDay(addDays(lastMonth, number - 1));

test.afterEach(async ({ sandbox }) => {
  await sandbox.setClock(new Date());
});

test("requests a missing day and all missing files, selects by keyboard, adds them up, and downloads them", {
  tag: "@full",
}, async ({ page, signInAs }) => {
  test.setTimeout(600_000);
  const coverage = new CoveragePage(page);
  await signInAs("finance");
  await page.goto("/reports");
  await page.getByRole("link", { name: "Coverage" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Coverage");

  await coverage.open(view);
  const first = coverage.cell(`Daily settlement, ${day(1)}`);
  await expect(first).toHaveAccessibleName(/missing\. Press Enter to request it\./);
  await first.focus();
  await page.keyboard.press("Enter");
  await expect(first).toHaveAccessibleName(/: ready\./, READY_TIMEOUT);

  const cells = await coverage.grid.getByRole("gridcell").count();
  await expect(coverage.requestMissing).toHaveText(`Request ${cells - 1} missing`);
  await coverage.requestMissing.click();
  await expect(page.getByRole("progressbar", { name: "Missing reports" })).toBeVisible();
  await expect(coverage.legend).toContainText(`Ready${cells}`, READY_TIMEOUT);
  await expect(page.getByRole("progressbar", { name: "Missing reports" })).toBeHidden();
  await expectAccessibleEverywhere(page);

  await first.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(coverage.cell(`Daily settlement, ${day(3)}`)).toBeFocused();
  await expect(coverage.selection).toContainText("3 files selected");
  await coverage.selection.getByRole("button", { name: "Show totals" }).click();
  await expect(coverage.selection.getByRole("table", { name: "Totals of Daily settlement" })).toBeVisible();
  await expectAccessibleEverywhere(page);
  const downloading = page.waitForEvent("download");
  await coverage.selection.getByRole("link", { name: "Download ZIP" }).click();
  const archive = await downloading;
  const names = Object.keys(unzipSync(readFileSync(await archive.path())));
  expect(names).toEqual([1, 2, 3].map((number) => `daily-${addDays(lastMonth, number - 1)}.csv`));

  await first.focus();
  await page.keyboard.press("Escape");
  await expect(coverage.selection).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]{36}$/);
  await page.goBack();
  await expect(first).toBeFocused();
});

test("moves through the grid and the months by keyboard, with the month in the URL", async ({
  page,
  signInAs,
}) => {
  const coverage = new CoveragePage(page);
  await signInAs("auditor");
  await coverage.open(view);
  await expect(coverage.requestMissing).toHaveCount(0);
  const cell = (report: string, date: string) => coverage.cell(`${report}, ${date}`);
  await cell("Daily settlement", day(5)).focus();
  await page.keyboard.press("ArrowDown");
  await expect(cell("Cardholder fees", day(5))).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(cell("Monthly settlement", formatMonth(lastMonth))).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(cell("Cardholder fees", day(5))).toBeFocused();
  await page.keyboard.press("End");
  await expect(cell("Cardholder fees", formatDay(lastOfMonth(lastMonth)))).toBeFocused();
  await page.keyboard.press("Control+Home");
  await expect(cell("Daily settlement", day(1))).toBeFocused();
  await page.keyboard.press("PageUp");
  await expect(page).toHaveURL(new RegExp(`month=${addMonths(lastMonth, -1).slice(0, 7)}`));
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(
    formatMonth(addMonths(lastMonth, -1)),
  );
  await expect(cell("Daily settlement", formatDay(addMonths(lastMonth, -1)))).toBeFocused();
  await page.getByRole("link", { name: "Next month" }).click();
  await expect(page).toHaveURL(new RegExp(`month=${lastMonth.slice(0, 7)}`));
});

test("schedules a report that then arrives by itself, and stops it", async ({ page, signInAs, sandbox }) => {
  test.setTimeout(240_000);
  const coverage = new CoveragePage(page);
  await signInAs("finance");
  await coverage.open();
  const row = coverage.schedule("Daily transaction fees");
  await row.getByRole("button", { name: "Schedule Daily transaction fees" }).click();
  const dialog = page.getByRole("dialog", { name: /^Schedule: / });
  await expect(dialog.getByText(`Starts with the file of ${formatDay(addDays(today, -1))}.`)).toBeVisible();
  await expectAccessibleEverywhere(page);
  await dialog.getByRole("button", { name: "Start schedule" }).click();
  await expect(row).toContainText(`From ${formatDay(addDays(today, -1))}, set by Tomasz Lis.`);
  await expect(row.getByRole("combobox")).toHaveValue("bell");
  await row.getByRole("combobox").selectOption("mail");
  await expect(row.getByRole("combobox")).toHaveValue("mail");

  await sandbox.advanceClock(2 * 86_400);
  await coverage.open(`?month=${addDays(today, -1).slice(0, 7)}`);
  const arrived = coverage.cell(`Daily transaction fees, ${formatDay(addDays(today, -1))}`);
  await expect(arrived).toHaveAccessibleName(/: ready\./, READY_TIMEOUT);
  await page.reload();
  await expect(row.getByRole("combobox")).toHaveValue("mail");
  await row.getByRole("button", { name: "Stop Daily transaction fees" }).click();
  await expect(row).toContainText("Not scheduled");
});

test("requests and selects by tapping on a phone", async ({ page, signInAs }) => {
  test.setTimeout(180_000);
  const coverage = new CoveragePage(page);
  const month = addMonths(lastMonth, -1);
  const cell = (number: number) =>
    coverage.cell(`Daily settlement, ${formatDay(addDays(month, number - 1))}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs("finance");
  await page.goto(`/reports/coverage?month=${month.slice(0, 7)}`);
  for (const number of [2, 9]) {
    await cell(number).click();
    await expect(cell(number)).toHaveAccessibleName(/: ready\./, READY_TIMEOUT);
  }
  await page.getByRole("button", { name: "Select files" }).click();
  for (const number of [2, 9]) await cell(number).click();
  await expect(coverage.selection).toContainText("2 files selected");
  await cell(2).click();
  await expect(coverage.selection).toContainText("1 file selected");
});
