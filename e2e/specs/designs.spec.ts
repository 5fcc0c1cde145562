import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";

test.beforeEach(async ({ signInAs }) => signInAs("manager"));

test("the gallery shows every design with its stock and features", async ({ designsPage, sandbox }) => {
  const { cardDesigns } = await sandbox.designs();
  await designsPage.open();
  await expect(designsPage.names()).toHaveText(cardDesigns.map(({ name }) => name));
  for (const design of cardDesigns) {
    const shown = designsPage.design(design.name);
    await expect(shown.getByText(design.stock ? "In stock" : "Out of stock", { exact: true })).toBeVisible();
    await expect(shown.getByText("Default", { exact: true })).toHaveCount(design.default ? 1 : 0);
    await expect(shown.getByText("Name embossed")).toHaveCount(design.embossNameSupported ? 1 : 0);
  }
});

test("each design has a unique drawing that stays the same", async ({ designsPage, page }) => {
  await designsPage.open();
  const drawings = () =>
    page
      .getByRole("main")
      .locator("li > svg")
      .evaluateAll((faces) =>
        faces.map((face) =>
          [...face.querySelectorAll("path, use, stop")]
            .map((part) => ["d", "transform", "stop-color"].map((name) => part.getAttribute(name)).join())
            .join(),
        ),
      );
  const first = await drawings();
  expect(new Set(first).size).toBe(first.length);
  await page.reload();
  expect(await drawings()).toEqual(first);
});

test("keeps search and filters in the URL", async ({ designsPage, page, sandbox }) => {
  const { cardDesigns } = await sandbox.designs();
  const outOfStock = cardDesigns.filter(({ stock }) => !stock).map(({ name }) => name);
  await designsPage.open();
  await designsPage.choose("Stock", "Out of stock");
  await expect(page).toHaveURL("/designs?stock=out");
  await expect(designsPage.names()).toHaveText(outOfStock);
  await designsPage.search.fill("no such design");
  await expect(page.getByText("No designs match your filters")).toBeVisible();
  await page.reload();
  await expect(designsPage.search).toHaveValue("no such design");
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(designsPage.names()).toHaveCount(cardDesigns.length);
});

test("a design links to its cards and previews a typed name", async ({ designsPage, page, sandbox }) => {
  const { cardDesigns } = await sandbox.designs();
  const design = cardDesigns.find(({ stock, embossNameSupported }) => stock && embossNameSupported);
  if (!design) throw new Error("The demo world has no such design");
  const cards = (await sandbox.allCards()).filter(({ cardDesign }) => cardDesign === design.id);
  await designsPage.open(design.id);
  await expect(designsPage.heading).toHaveText(design.name);
  await designsPage.name.fill("Zoë Ångström");
  await expect(page.locator("svg text", { hasText: "ZOË ÅNGSTRÖM" })).toBeVisible();
  await designsPage.name.fill("Who?");
  await expect(page.getByText("The name must not contain ? (question mark).")).toBeVisible();
  await expectAccessible(page);

  const shown = page.getByRole("link", { name: / (active|frozen|blocked) cards?$/ });
  await expect
    .poll(async () =>
      (await shown.allTextContents()).reduce((sum, text) => sum + Number(text.replace(",", "")), 0),
    )
    .toBe(cards.length);
  await designsPage.showCards.click();
  await expect(page).toHaveURL(`/cards?design=${design.id}`);
});

test("offers to issue only designs in stock, and only to permitted roles", async ({
  designsPage,
  signInAs,
  sandbox,
}) => {
  const { cardDesigns } = await sandbox.designs();
  const [inStock, outOfStock] = [true, false].map((isInStock) =>
    cardDesigns.find(({ stock }) => stock === isInStock),
  );
  await designsPage.open(inStock?.id);
  await expect(designsPage.issue).toBeVisible();
  await designsPage.open(outOfStock?.id);
  await expect(designsPage.heading).toHaveText(outOfStock?.name ?? "");
  await expect(designsPage.issue).toHaveCount(0);
  await signInAs("support");
  await designsPage.open(inStock?.id);
  await expect(designsPage.heading).toHaveText(inStock?.name ?? "");
  await expect(designsPage.issue).toHaveCount(0);
});

test("distinguishes an unknown design from an unavailable issuer", async ({ designsPage, page, sandbox }) => {
  await designsPage.open("dsg_of_nobody");
  await expect(designsPage.heading).toHaveText("The issuer has no design with this ID");
  await sandbox.addFault({ path: "/card-design/", times: 50, fault: { type: "status", status: 503 } });
  await designsPage.open("dsg_of_nobody");
  await expect(
    page
      .getByRole("alert")
      .or(page.getByText(/is unavailable|not available/))
      .first(),
  ).toBeVisible();
  await expect(page.getByText("The issuer has no design with this ID")).toHaveCount(0);
  await sandbox.clearFaults();
});
