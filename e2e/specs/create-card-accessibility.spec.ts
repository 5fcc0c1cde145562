import { randomUUID } from "node:crypto";
import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";

const newCustomerId = () => `cust_${randomUUID()}`;

test.beforeEach(async ({ signInAs }) => signInAs("manager"));

for (const kind of ["consumer", "business"] as const) {
  test(`every step for a ${kind} is accessible`, { tag: kind === "consumer" ? [] : "@full" }, async ({
    page,
    createCardPage,
  }) => {
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
