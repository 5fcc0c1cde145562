import { expect, test } from "@/e2e/fixtures/test";

/**
 * What a page's scripts weigh on the way to a browser, with room for one or two more KiB. An empty Next page weighs 132
 * KiB, which Next compresses with gzip.
 */
const BUDGETS_KIB = { "/cards": 164, "/transactions": 166, "/cards/new": 217 };

test.beforeEach(async ({ signInAs }) => signInAs("manager"));

for (const [path, budgetKib] of Object.entries(BUDGETS_KIB)) {
  test(`the scripts of ${path} weigh at most ${budgetKib} KiB`, async ({ page }) => {
    await page.goto(path);
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
  });
}
