import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/fixtures/test";

/**
 * What a page's scripts weigh on the way to a browser, with room for one or two more KiB. An empty Next page weighs 132
 * KiB, which Next compresses with gzip.
 */
const BUDGETS_KIB = { "/cards": 167, "/transactions": 169, "/cards/new": 220 };
const CARD_BUDGET_KIB = 165;

test.beforeEach(async ({ signInAs }) => signInAs("manager"));

for (const [path, budgetKib] of Object.entries(BUDGETS_KIB)) {
  test(`the scripts of ${path} weigh at most ${budgetKib} KiB`, async ({ page }) => {
    await page.goto(path);
    await expectWeight(page, budgetKib);
  });
}

test(`the scripts of a card weigh at most ${CARD_BUDGET_KIB} KiB`, async ({ page, sandbox }) => {
  const { id } = await sandbox.issueCard();
  await page.goto(`/cards/${id}`);
  await expectWeight(page, CARD_BUDGET_KIB);
});

async function expectWeight(page: Page, budgetKib: number): Promise<void> {
  await page.waitForLoadState("networkidle");
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
  test.info().annotations.push({ type: "weight", description: `${bytes} bytes` });
  expect(bytes / 1024).toBeLessThanOrEqual(budgetKib);
  // No script has been counted as empty.
  expect(bytes / 1024).toBeGreaterThan(100);
}
