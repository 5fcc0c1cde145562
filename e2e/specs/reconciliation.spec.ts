import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import { formatDay, formatMonth } from "@/lib/domain/time/date-time";

const READY_TIMEOUT = { timeout: 90_000 };

test.afterEach(async ({ sandbox }) => {
  await sandbox.clearDisagreements();
});

test("compares a day as soon as its file is here, and shows what differs and how the sums come about", async ({
  page,
  sandbox,
  signInAs,
  reportsPage,
}) => {
  test.setTimeout(240_000);
  const day = addDays(toIsoDate(new Date()), -2);
  await sandbox.addDisagreement({ kind: "changed-amount", day });
  await signInAs("finance");
  await page.goto(`/reconciliation/${addDays(day, 5)}`);
  await expect(page.getByText("No settlement file yet")).toBeVisible();

  await reportsPage.open();
  await expect(await reportsPage.request("Daily settlement")).toContainText("Ready", READY_TIMEOUT);

  await page.goto("/reconciliation");
  await page
    .getByRole("table", { name: "Months" })
    .getByRole("link", { name: formatMonth(day) })
    .click(READY_TIMEOUT);
  await page
    .getByRole("table", { name: "Days" })
    .getByRole("link", { name: formatDay(day) })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(`^${formatDay(day)}`));
  const bridge = page.getByRole("table", { name: "From transactions to settlement in USD" });
  await expect(bridge.getByRole("row", { name: /^Settled/ })).toBeVisible(READY_TIMEOUT);
  await expect(page.getByText("Open exceptions").locator("..")).toContainText("1");
  await expect(page.getByText("Each balance is the one before plus the effect")).toBeVisible();
  await expectAccessibleEverywhere(page);

  // Not back, which would return to where the month was scrolled to, while its accessibility is checked from the top.
  await page.goto(`/reconciliation/${day.slice(0, 7)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(formatMonth(day));
  await expectAccessibleEverywhere(page);
});
