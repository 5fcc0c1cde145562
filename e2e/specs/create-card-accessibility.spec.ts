import { randomUUID } from "node:crypto";
import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";

/** The budget of a list page. */
const LIST_PAGE_KIB = 195;
const newCustomerId = () => `cust_${randomUUID()}`;

test.beforeEach(async ({ signInAs }) => signInAs("manager"));

for (const kind of ["consumer", "business"] as const) {
  test(`every step for a ${kind} is accessible`, async ({ page, createCardPage }) => {
    test.setTimeout(180_000);
    await createCardPage.open();
    await createCardPage.continueButton.click();
    await expectAccessibleEverywhere(page);
    await createCardPage.fillCustomer({ kind });
    await expectAccessibleEverywhere(page);
    await (kind === "consumer" ? createCardPage.fillConsumer() : createCardPage.fillBusiness());
    await expectAccessibleEverywhere(page);
    await createCardPage.fillContact(newCustomerId());
    await expect(page.getByRole("radio", { name: /^Ember/ })).toBeVisible();
    await expectAccessibleEverywhere(page);
    await createCardPage.fillCard({ type: "physical" });
    await page.getByText("API request").click();
    await expectAccessibleEverywhere(page);
  });
}

test("the wizard's scripts exceed the list page budget by at most 60 KiB", async ({
  page,
  createCardPage,
}) => {
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
