import { randomUUID } from "node:crypto";
import { expectFitAnywhere } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";

/** What performance.md allows a list page. */
const LIST_PAGE_KIB = 195;
const newCustomer = () => `cust_${randomUUID()}`;

test.beforeEach(async ({ enter }) => enter("manager"));

for (const kind of ["consumer", "business"] as const) {
  test(`every step for a ${kind} is fit for everyone`, async ({ page, createCardPage }) => {
    test.setTimeout(180_000);
    await createCardPage.open();
    await createCardPage.onwards.click();
    await expectFitAnywhere(page);
    await createCardPage.fillWho({ kind });
    await expectFitAnywhere(page);
    await (kind === "consumer" ? createCardPage.fillConsumer() : createCardPage.fillBusiness());
    await expectFitAnywhere(page);
    await createCardPage.fillContact(newCustomer());
    await expect(page.getByRole("radio", { name: /^Ember/ })).toBeVisible();
    await expectFitAnywhere(page);
    await createCardPage.fillCard({ type: "physical" });
    await page.getByText("API request").click();
    await expectFitAnywhere(page);
  });
}

test("the wizard weighs at most 60 KiB over what a list page may", async ({ page, createCardPage }) => {
  await createCardPage.open();
  await page.waitForLoadState("networkidle");
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
  test.info().annotations.push({ type: "weight", description: `${bytes} bytes` });
  expect(bytes / 1024).toBeLessThanOrEqual(LIST_PAGE_KIB + 60);
});
