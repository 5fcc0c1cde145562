import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";

test("finds a card by what a caller says", async ({ page, palette, sandbox, enter }) => {
  const card = await sandbox.issueCard({ holder: "Jörg Müllerstein", name: "Fleet" });
  await enter("support");
  await page.goto("/settings/profile");
  await palette.open();
  const itself = new RegExp(`${card.lastFour} Jörg Müllerstein`);
  for (const said of [
    "mullerst",
    "MÜLLERSTEIN jörg",
    `mullerstein ${card.lastFour}`,
    card.externalCustomerId,
  ]) {
    await palette.find(said, itself);
  }
  await palette.find(card.lastFour, itself);
  // A slip of the finger is named as such.
  await palette.find("mulerstien", itself);
  await expect(palette.group("Similar cards")).toBeVisible();
  await expect(palette.dialog.getByText("Nothing matches “mulerstien” exactly.")).toBeVisible();
});

test("a pasted id leads to what it is of", async ({ page, palette, sandbox, enter }) => {
  const card = await sandbox.issueCard({ holder: "Ignatius Pemberly", customerId: "cust_pemberly_7" });
  const { transaction } = await sandbox.authorize(card.id, 12);
  await enter("finance");
  const paste = async (id: string, found: string | RegExp, url: string | RegExp) => {
    await page.goto("/settings/profile");
    await palette.open();
    await palette.find(id, found);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(url);
    await expect(palette.dialog).toBeHidden();
  };
  await paste(` ${card.id} `, card.lastFour, `/cards/${card.id}`);
  await paste("cust_pemberly_7", "1 card", "/customers/cust_pemberly_7");
  await paste(transaction.id, "Ignatius Pemberly", `/transactions?open=${transaction.id}`);
  await paste(transaction.external_transaction_id, "12.00", `/transactions?open=${transaction.id}`);
  const unknown = "0193b447-77de-7c1a-9a53-0b8f6d2ce07d";
  await paste(unknown, "Ask the issuer for this card id", `/cards/${unknown}`);
});

test("a card that is indexed while its search is on the way is found by itself", async ({
  page,
  palette,
  sandbox,
  enter,
}) => {
  await enter("support");
  await page.goto("/settings/profile");
  await palette.open();
  // The server has answered from before the card was there, and the answer is slow to arrive.
  let isAnswered = false;
  let letArrive = () => {};
  const mayArrive = new Promise<void>((resolve) => {
    letArrive = resolve;
  });
  await page.route(
    "**/api/search?text=quillfeather",
    async (route) => {
      const response = await route.fetch();
      isAnswered = true;
      await mayArrive;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const told = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new BroadcastChannel("cardwell-events").addEventListener("message", ({ data }) => {
          if (data.topic === "cards") resolve();
        });
      }),
  );
  await palette.box.fill("quillfeather");
  await expect.poll(() => isAnswered).toBe(true);
  const card = await sandbox.issueCard({ holder: "Eudora Quillfeather" });
  await told;
  letArrive();
  await expect(palette.option(card.lastFour)).toBeVisible();
});

test("says what was searched when nothing is found", async ({ page, palette, enter }) => {
  await enter("auditor");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.box.fill("xqzwv");
  await expect(palette.dialog.getByText("Nothing matches “xqzwv”")).toBeVisible();
  await expect(palette.dialog.getByText(/^[\d,]+ cards · /)).toBeVisible();
  await palette.box.fill("x");
  await expect(palette.dialog.getByText("Type one more letter.")).toBeVisible();
  await expectAccessible(page);
});

test("letters are text until a card is chosen", async ({ page, palette, sandbox, enter }) => {
  const names = ["Griffith Fairfax", "Griffith Fairburn"];
  const [fairfax] = await Promise.all(names.map((holder) => sandbox.issueCard({ holder })));
  await enter("manager");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("griffith", "Fairfax");
  await palette.box.fill("");
  await page.keyboard.type("griffith fairf");
  await expect(palette.box).toHaveValue("griffith fairf");
  await expect(palette.options.first()).toContainText("Fairfax");
  await page.keyboard.press("f");
  await expect(palette.box).toHaveValue("griffith fairff");

  await palette.find("griffith", "Fairburn");
  await expect(palette.chosen).toHaveCount(0);
  await expect(palette.bar).toBeHidden();
  await page.keyboard.press("ArrowDown");
  await expect(palette.chosen).toHaveCount(1);
  await expect(palette.bar).toBeVisible();
  // Back in the box above the first, letters are text again.
  await page.keyboard.press("ArrowUp");
  await expect(palette.chosen).toHaveCount(0);
  await page.keyboard.press("c");
  await expect(palette.box).toHaveValue("griffithc");

  await palette.find("fairfax", "Fairfax");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("r");
  await expect(page).toHaveURL(new RegExp(`/cards/${fairfax?.id}\\?reissue=?$`));
});

test("loses no key that is pressed before its code is here", async ({ page, palette, sandbox, enter }) => {
  const card = await sandbox.issueCard({ holder: "Leopold Szczepanski" });
  await enter("support");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("szczepanski", card.lastFour);
  await page.reload();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await page.keyboard.type(card.id);
  await page.keyboard.press("Enter");
  await expect(palette.box).toHaveValue(card.id);
  await expect(palette.options).toHaveCount(0);
  release();
  await expect(page).toHaveURL(`/cards/${card.id}`);
});

test("weighs nothing before it is used", async ({ page, palette, enter, context }) => {
  await enter("support");
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(request.url());
  });
  const isHere = async () => {
    const texts = await Promise.all([...scripts].map(async (url) => (await context.request.get(url)).text()));
    return texts.some((text) => text.includes("Move to a card with"));
  };
  await page.goto("/cards");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  expect(scripts.size).toBeGreaterThan(3);
  expect(await isHere()).toBe(false);
  await palette.open();
  await expect(palette.options.first()).toBeVisible();
  expect(await isHere()).toBe(true);
});

test("offers the pages and actions that a person has, and what was opened last", async ({
  page,
  palette,
  sandbox,
  enter,
}) => {
  const card = await sandbox.issueCard({ holder: "Rosalind Featheringay" });
  await enter("manager");
  await page.goto("/settings/profile");
  await palette.open("/");
  await palette.box.fill("aud");
  await expect(palette.option("Audit log")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/audit");

  await palette.open();
  await palette.box.fill("dark theme");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");

  await palette.open();
  await palette.find("featheringay", card.lastFour);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/cards/${card.id}`);
  const kept = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(kept).toContain(card.id);
  expect(await kept()).not.toContain("Featheringay");
  await page.goto("/settings/profile");
  await palette.open();
  await expect(palette.group("Recent").getByRole("option")).toContainText(["Rosalind Featheringay"]);
  await expectAccessible(page);
});

test("offers no freeze to those who may not, and says so", async ({ page, palette, sandbox, enter }) => {
  const card = await sandbox.issueCard({ holder: "Montague Illingsworth" });
  for (const role of ["finance", "auditor"] as const) {
    await enter(role);
    await page.goto("/settings/profile");
    await palette.open();
    await palette.find("illingsworth", card.lastFour);
    await page.keyboard.press("ArrowDown");
    await expect(palette.bar.getByRole("button")).toHaveText([/^Copy id/, /^Open/]);
    await page.keyboard.press("f");
    await expect(palette.dialog.getByText("Your role does not freeze cards.")).toBeVisible();
    await expect(palette.box).toHaveValue("illingsworth");
  }
  await enter("support");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("illingsworth", card.lastFour);
  await page.keyboard.press("ArrowDown");
  await expect(palette.bar.getByRole("button")).toHaveText([/^Freeze/, /^Copy id/, /^Open/]);
});

test("Ctrl K opens the box right after Escape has closed it, or a dialog", async ({
  page,
  palette,
  cardPage,
  sandbox,
  enter,
}) => {
  const card = await sandbox.issueCard({ holder: "Thaddeus Birtwhistle" });
  await enter("support");
  await cardPage.openLive(card.id);
  await cardPage.freezeButton.click();
  await expect(cardPage.button("Freeze")).toBeVisible();
  // The dialog fades out for minutes, so that the key comes before its end on any machine.
  await page.evaluate(() => document.documentElement.style.setProperty("--calm", "300s"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(palette.box).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("birtwhistle");
  await expect(palette.box).toHaveValue("birtwhistle");
});

test("after a customer id the keys do what the hint says", async ({ page, palette, sandbox, enter }) => {
  const customerId = "cust_5550123";
  const cards = await Promise.all(
    ["Fuel", "Hotel"].map((name) => sandbox.issueCard({ holder: "Cordelia Ashdown", name, customerId })),
  );
  await enter("support");
  await page.goto("/settings/profile");
  await palette.open();
  for (const said of [customerId, "5550123"]) {
    await palette.find(said, "2 cards");
    await expect(palette.dialog.getByText("Move to a card with")).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(palette.chosen).toContainText(customerId);
    await page.keyboard.press("f");
    await expect(palette.dialog.getByText("Several cards match: move to one with ↓ first.")).toBeVisible();
    await expect(palette.box).toHaveValue(said);
  }
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("f");
  await expect(palette.button(/^Freeze/)).toBeFocused();
  const lastFours = cards.map(({ lastFour }) => lastFour).join("|");
  await expect(palette.dialog).toContainText(new RegExp(lastFours));
});

test("Escape leads back to the query, and what the next caller says replaces it", async ({
  page,
  palette,
  sandbox,
  enter,
}) => {
  const card = await sandbox.issueCard({ holder: "Barnaby Quickfall" });
  await enter("support");
  await page.goto("/settings/profile");
  await palette.open();
  for (const said of [`quickfall ${card.lastFour}`, "quickfall"]) {
    await palette.find(said, "Barnaby Quickfall");
    if (said === "quickfall") await page.keyboard.press("ArrowDown");
    await expect(palette.bar).toBeVisible();
    await page.keyboard.press("f");
    await expect(palette.button(/^Freeze/)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(palette.box).toBeFocused();
    await expect(palette.box).toHaveValue(said);
    // A letter replaces the query as well, so no key is offered for its card.
    await expect(palette.bar).toBeHidden();
    await page.keyboard.type("f55");
    await expect(palette.box).toHaveValue("f55");
  }
});

test("the row that Enter opens stands out", async ({ page, palette, sandbox, enter }) => {
  const card = await sandbox.issueCard({ holder: "Wilhelmina Oddfellow" });
  await enter("support");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("oddfellow", card.lastFour);
  const background = (index: number) =>
    palette.options.nth(index).evaluate((option) => getComputedStyle(option).backgroundColor);
  await expect(palette.options.nth(1)).toBeVisible();
  expect(await background(0)).not.toBe(await background(1));
});

test("a card is found by the number it had before it was reissued", async ({
  page,
  palette,
  cardPage,
  sandbox,
  enter,
}) => {
  const card = await sandbox.issueCard({ holder: "Philomena Tregarthen" });
  await enter("manager");
  await cardPage.open(card.id, "?reissue");
  await cardPage.choose("Damaged");
  await cardPage.choose(/^New number, same expiry/);
  await cardPage.next();
  await cardPage.button("Reissue the card").click();
  await cardPage.button("Done").click();
  await expect(cardPage.event(/^Reissued by/)).toContainText(`Number ending ${card.lastFour} became`);
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find(`tregarthen ${card.lastFour}`, `Formerly •• ${card.lastFour}`);
  await page.goto(`/cards?search=tregarthen+${card.lastFour}`);
  await expect(page.getByRole("table", { name: "Cards" })).toContainText(`formerly •• ${card.lastFour}`);
});

test("Escape gives the focus back, and a slash in a field is a slash", async ({ page, palette, enter }) => {
  await enter("admin");
  await page.goto("/audit");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const field = page.getByLabel("Card, customer, person or entry");
  await field.focus();
  await page.keyboard.press("/");
  await expect(field).toHaveValue("/");
  await expect(palette.dialog).toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(palette.box).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette.dialog).toBeHidden();
  await expect(field).toBeFocused();
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test("is accessible with results and with a card chosen", async ({ page, palette, sandbox, enter }) => {
      const card = await sandbox.issueCard({ holder: `Octavia Winterbourne` });
      await enter("admin");
      await page.goto("/settings/profile");
      await palette.open();
      await palette.find("winterbourne", card.lastFour);
      await expectAccessible(page);
      await page.keyboard.press("ArrowDown");
      await expect(palette.bar).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("f");
      await expect(palette.button(/^Freeze/)).toBeFocused();
      await expectAccessible(page);
    });
  });
}
