import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";

const READY_TIMEOUT = { timeout: 120_000 };

test.afterEach(async ({ sandbox }) => {
  await sandbox.clearDisagreements();
});

test("signs off the days, then the month, downloads the close pack, and sees what changed since", async ({
  page,
  sandbox,
  signInAs,
  reportsPage,
}) => {
  test.setTimeout(480_000);
  await signInAs("finance");
  await reportsPage.open();
  const request = await reportsPage.request("Monthly settlement");
  await expect(request).toContainText("Ready", READY_TIMEOUT);
  const monthName = await request.getByText(/^[A-Z][a-z]{2} \d{4}$/).innerText();

  await page.goto("/reconciliation");
  await page
    .getByRole("row", { name: /0 of (28|29|30|31) days signed off/ })
    .getByRole("link", { name: monthName })
    .click(READY_TIMEOUT);
  await expect(page).toHaveURL(/\/reconciliation\/\d{4}-\d{2}$/);
  const month = page.url().slice(-7);
  const panel = page.getByRole("region", { name: "Sign-off" });
  const signDays = panel.getByRole("button", { name: /^Sign off (28|29|30|31) days$/ });
  await signDays.click(READY_TIMEOUT);
  await expectAccessibleEverywhere(page);
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: /^Sign off/ });
  const points = dialog.getByRole("group", { name: /^This stays open/ }).getByRole("checkbox");
  await expect(confirm).toBeVisible();
  for (const point of await points.all()) await point.check();
  await confirm.click();
  const toasts = page.getByRole("region", { name: "Notifications" });
  await expect(toasts.getByText(/^(28|29|30|31) days signed off$/)).toBeVisible();
  const days = page.getByRole("table", { name: "Days" });
  await expect(days.getByText("Signed off")).toHaveCount(await days.locator("tbody tr").count());

  await panel.getByRole("button", { name: "Sign off", exact: true }).click();
  // The month's own checks can't be made, because no fee report is here.
  await confirm.click();
  await expect(dialog.getByRole("alert")).toHaveText("Tick each point to sign off.");
  await expectAccessibleEverywhere(page);
  for (const point of await points.all()) await point.check();
  await confirm.click();
  await expect(panel).toContainText("Signed off by Tomasz Lis");
  await expectAccessibleEverywhere(page);

  const downloading = page.waitForEvent("download");
  await panel.getByRole("link", { name: "Download close pack" }).click();
  const pack = unzipSync(readFileSync(await (await downloading).path()));
  expect(Object.keys(pack)).toContain(`close-${month}.xlsx`);

  await sandbox.addDisagreement({ kind: "changed-amount", type: "monthly", day: `${month}-10` });
  await reportsPage.open();
  await expect(await reportsPage.request("Monthly settlement")).toContainText("Ready", READY_TIMEOUT);
  await page.goto(`/reconciliation/${month}`);
  await expect(panel).toContainText("Changed since the sign-off", READY_TIMEOUT);
  await expect(panel).toContainText("Monthly settlement");
  await page.goto("/reconciliation");
  await expect(page.getByRole("table", { name: "Months" })).toContainText("Stale");
});
