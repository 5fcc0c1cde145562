import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";

test.beforeEach(async ({ enter }) => enter("manager"));

test("the gallery draws every design with what one must know of it", async ({ designsPage, sandbox }) => {
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

test("no two designs are drawn alike, and the same one always is", async ({ designsPage, page }) => {
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

test("search and filters stand in the URL", async ({ designsPage, page, sandbox }) => {
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

test("a design leads to its cards, and shows a name on it as it is typed", async ({
  designsPage,
  page,
  sandbox,
}) => {
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

test("a design out of stock is not offered for issuing, nor is any to those who may not issue", async ({
  designsPage,
  enter,
  sandbox,
}) => {
  const { cardDesigns } = await sandbox.designs();
  const [inStock, outOfStock] = [true, false].map((wanted) =>
    cardDesigns.find(({ stock }) => stock === wanted),
  );
  await designsPage.open(inStock?.id);
  await expect(designsPage.issue).toBeVisible();
  await designsPage.open(outOfStock?.id);
  await expect(designsPage.heading).toHaveText(outOfStock?.name ?? "");
  await expect(designsPage.issue).toHaveCount(0);
  await enter("support");
  await designsPage.open(inStock?.id);
  await expect(designsPage.heading).toHaveText(inStock?.name ?? "");
  await expect(designsPage.issue).toHaveCount(0);
});

test("an unknown design and an issuer that is down are told apart", async ({
  designsPage,
  page,
  sandbox,
}) => {
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
