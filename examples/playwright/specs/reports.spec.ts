import { expect, test } from "../fixtures.js";

test("a report arrives by webhook", async ({ sandbox, signInAs, reportsPage }) => {
  await signInAs("finance");
  await reportsPage.open();
  const row = await reportsPage.request("Daily settlement");
  await expect(row).toContainText("Ready");

  const [delivery] = (await sandbox.webhooks()).deliveries;
  expect(delivery?.deliveredAt).not.toBeNull();
  await row.getByRole("link").first().click();
  await expect(reportsPage.fileRows).toBeVisible();
});
