import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";

test("says what it is and leads to the card API", async ({ firstPage, page, sandbox }) => {
  await firstPage.open();
  await expect(page).toHaveTitle("Cardwell");
  await expect(firstPage.heading).toHaveText("The dashboard for running a card program");
  await expect(firstPage.openApi).toHaveAttribute("href", `${sandbox.url}/openapi.json`);
  await firstPage.apiDocs.click();
  await expect(page).toHaveURL(`${sandbox.url}/docs`);
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test("is accessible, and keeps its promise of the colour scheme", async ({ firstPage, page }) => {
      await firstPage.open();
      await expectAccessible(page);
      const paper = { light: "rgb(251, 250, 248)", dark: "rgb(18, 18, 16)" }[colorScheme];
      await expect(page.locator("body")).toHaveCSS("background-color", paper);
    });
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("does not scroll sideways", async ({ firstPage, page }) => {
    await firstPage.open();
    await expect(firstPage.apiDocs).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBe(0);
  });
});

test("asks no other host for anything", async ({ firstPage, page, baseURL }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  await firstPage.open();
  await page.waitForLoadState("networkidle");
  expect([...hosts]).toEqual([baseURL]);
});
