import { randomUUID } from "node:crypto";
import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";

const newCustomer = () => `cust_${randomUUID()}`;

test.describe.configure({ timeout: 90_000 });

test.beforeEach(async ({ enter }) => enter("manager"));

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing at ${width} in ${colorScheme}, and nothing scrolls sideways`, async ({
      page,
      createCardPage,
    }) => {
      test.setTimeout(60_000);
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const look = async () => {
        await expectAccessible(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      };
      await createCardPage.open();
      await createCardPage.onwards.click();
      await look();
      await createCardPage.fillWho({ kind: width === 390 ? "consumer" : "business" });
      await look();
      await (width === 390 ? createCardPage.fillConsumer() : createCardPage.fillBusiness());
      await look();
      await createCardPage.fillContact(newCustomer());
      await expect(page.getByRole("radio", { name: /^Ember/ })).toBeVisible();
      await look();
      await createCardPage.fillCard({ type: "physical" });
      await page.getByText("The exact request").click();
      await look();
    });
  }
}

test("the wizard weighs at most 60 KiB over a list page", async ({ page, createCardPage }) => {
  const weigh = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".js"))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    );
  await page.goto("/cards", { waitUntil: "networkidle" });
  const list = await weigh();
  await createCardPage.open();
  await page.waitForLoadState("networkidle");
  const wizard = await weigh();
  test.info().annotations.push({ type: "weight", description: `${list} and ${wizard} bytes` });
  expect((wizard - list) / 1024).toBeLessThanOrEqual(60);
});
