import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";

const READY_TIMEOUT = { timeout: 60_000 };
const DAY_MS = 86_400_000;

test.afterEach(({ sandbox }) => sandbox.setClock(new Date()));

test("compares two captures of the same day: equal, then with a row more", async ({
  page,
  sandbox,
  signInAs,
  reportsPage,
}) => {
  test.setTimeout(240_000);
  await signInAs("finance");
  await reportsPage.open();
  const requestDaily = async () => {
    await reportsPage.open();
    const row = await reportsPage.request("Daily settlement");
    await expect(row).toContainText("Ready", READY_TIMEOUT);
    await row.getByRole("link").click();
  };
  await requestDaily();
  await expect(page.getByRole("heading", { name: /^Daily settlement/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Compare with previous" })).toBeHidden();

  await requestDaily();
  await page.getByRole("link", { name: "Compare with previous" }).click();
  await expect(page.getByText("No differences")).toBeVisible();
  await expect(page.getByText(/^Both captures are the same file/)).toBeVisible();

  // The newest day that can be requested.
  await sandbox.setClock(new Date(Date.now() - 2 * DAY_MS));
  const card = await sandbox.issueCard({ holder: "Grace Hopper" });
  const { transaction } = await sandbox.authorize(card.id, 12.34, { merchant: "Late café" });
  await sandbox.clear(transaction.id);
  await sandbox.setClock(new Date());

  await requestDaily();
  const others = page.getByRole("list", { name: "Other captures" }).getByRole("listitem");
  await expect(others).toHaveCount(2);
  await others.last().getByRole("link", { name: "Compare" }).click();
  const tabs = page.getByRole("navigation", { name: "Differences" });
  await expect(tabs.getByRole("link", { name: "Added 1" })).toHaveAttribute("aria-current", "page");
  const rows = page.getByRole("list", { name: "Rows" }).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(transaction.id);
  await expect(rows).toContainText("Late café");
  await expectAccessibleEverywhere(page);

  await page.getByRole("link", { name: "Swap" }).click();
  await expect(tabs.getByRole("link", { name: "Removed 1" })).toHaveAttribute("aria-current", "page");
  await expect(rows).toContainText("Late café");
});
