import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { intercept } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";

test("finds a card by name, last four digits or customer ID", async ({
  page,
  palette,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Jörg Müllerstein", name: "Fleet" });
  await signInAs("support");
  await page.goto("/settings/profile");
  await palette.open();
  const option = new RegExp(`${card.lastFour} Jörg Müllerstein`);
  for (const query of [
    "mullerst",
    "MÜLLERSTEIN jörg",
    `mullerstein ${card.lastFour}`,
    card.externalCustomerId,
  ]) {
    await palette.find(query, option);
  }
  await palette.find(card.lastFour, option);
  // A misspelled name finds similar cards.
  await palette.find("mulerstien", option);
  await expect(palette.group("Similar cards")).toBeVisible();
  await expect(palette.dialog.getByText("No exact match for “mulerstien”.")).toBeVisible();
});

test("a pasted ID opens its record", async ({ page, palette, sandbox, signInAs }) => {
  const card = await sandbox.issueCard({ holder: "Ignatius Pemberly", customerId: "cust_pemberly_7" });
  const { transaction } = await sandbox.authorize(card.id, 12);
  await signInAs("finance");
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
  await paste(unknown, "Look up this card ID with the issuer", `/cards/${unknown}`);
});

test("finds a card that is indexed while its search is in progress", async ({
  page,
  palette,
  sandbox,
  signInAs,
}) => {
  await signInAs("support");
  await page.goto("/settings/profile");
  await palette.open();
  // The response is from before the card was indexed, and arrives late.
  let hasResponse = false;
  let releaseResponse = () => {};
  const isResponseReleased = new Promise<void>((resolve) => {
    releaseResponse = resolve;
  });
  await intercept(
    page,
    "**/api/search?text=quillfeather",
    async (route) => {
      const response = await route.fetch();
      hasResponse = true;
      await isResponseReleased;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const cardsEvent = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new BroadcastChannel("cardwell-events-2").addEventListener("message", ({ data }) => {
          if (data.topic === "cards") resolve();
        });
      }),
  );
  await palette.box.fill("quillfeather");
  await expect.poll(() => hasResponse).toBe(true);
  const card = await sandbox.issueCard({ holder: "Eudora Quillfeather" });
  await cardsEvent;
  releaseResponse();
  await expect(palette.option(card.lastFour)).toBeVisible();
});

test("says what was searched if there are no results", async ({ page, palette, signInAs }) => {
  await signInAs("auditor");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.box.fill("xqzwv");
  await expect(palette.dialog.getByText("No results for “xqzwv”")).toBeVisible();
  await expect(palette.dialog.getByText(/^[\d,]+ cards · /)).toBeVisible();
  await palette.box.fill("x");
  await expect(palette.dialog.getByText("Type at least 2 characters.")).toBeVisible();
  await expectAccessible(page);
});

test("letters are text until a card is selected", async ({ page, palette, sandbox, signInAs }) => {
  const names = ["Griffith Fairfax", "Griffith Fairburn"];
  const [fairfax] = await Promise.all(names.map((holder) => sandbox.issueCard({ holder })));
  await signInAs("manager");
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
  await expect(palette.selected).toHaveCount(0);
  await expect(palette.bar).toBeHidden();
  await page.keyboard.press("ArrowDown");
  await expect(palette.selected).toHaveCount(1);
  await expect(palette.bar).toBeVisible();
  // With the focus back in the input, letters are text again.
  await page.keyboard.press("ArrowUp");
  await expect(palette.selected).toHaveCount(0);
  await page.keyboard.press("c");
  await expect(palette.box).toHaveValue("griffithc");

  await palette.find("fairfax", "Fairfax");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("r");
  await expect(page).toHaveURL(new RegExp(`/cards/${fairfax?.id}\\?reissue=?$`));
});

test("loses no key that is pressed before its code has loaded", async ({
  page,
  palette,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Leopold Szczepanski" });
  await signInAs("support");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("szczepanski", card.lastFour);
  await page.reload();
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await intercept(page, "**/_next/static/**/*.js", async (route) => {
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

test("loads its code only when it is opened", async ({ page, palette, signInAs, context }) => {
  await signInAs("support");
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(request.url());
  });
  const isLoaded = async () => {
    const texts = await Promise.all([...scripts].map(async (url) => (await context.request.get(url)).text()));
    return texts.some((text) => text.includes("Select a card with"));
  };
  await page.goto("/cards");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  expect(scripts.size).toBeGreaterThan(3);
  expect(await isLoaded()).toBe(false);
  await palette.open();
  await expect(palette.options.first()).toBeVisible();
  expect(await isLoaded()).toBe(true);
});

test("offers permitted pages and actions, and recent records", async ({
  page,
  palette,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Rosalind Featheringay" });
  await signInAs("manager");
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
  const readStorage = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(readStorage).toContain(card.id);
  expect(await readStorage()).not.toContain("Featheringay");
  await page.goto("/settings/profile");
  await palette.open();
  await expect(palette.group("Recent").getByRole("option")).toContainText(["Rosalind Featheringay"]);
  await expectAccessible(page);
});

test("offers no freeze to roles that can't freeze, and says so", async ({
  page,
  palette,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Montague Illingsworth" });
  for (const role of ["finance", "auditor"] as const) {
    await signInAs(role);
    await page.goto("/settings/profile");
    await palette.open();
    await palette.find("illingsworth", card.lastFour);
    await page.keyboard.press("ArrowDown");
    await expect(palette.bar.getByRole("button")).toHaveText([/^Copy ID/, /^Open/]);
    await page.keyboard.press("f");
    await expect(palette.dialog.getByText("Your role can’t freeze cards.")).toBeVisible();
    await expect(palette.box).toHaveValue("illingsworth");
  }
  await signInAs("support");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("illingsworth", card.lastFour);
  await page.keyboard.press("ArrowDown");
  await expect(palette.bar.getByRole("button")).toHaveText([/^Freeze/, /^Copy ID/, /^Open/]);
});

test("Ctrl+K opens the palette right after Escape closed it or a dialog", async ({
  page,
  palette,
  cardPage,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Thaddeus Birtwhistle" });
  await signInAs("support");
  await cardPage.openConnected(card.id);
  await cardPage.freezeButton.click();
  await expect(cardPage.button("Freeze")).toBeVisible();
  // Slows down the fade-out, so that the key is pressed before it ends.
  await page.evaluate(() => document.documentElement.style.setProperty("--calm", "300s"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(palette.box).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("birtwhistle");
  await expect(palette.box).toHaveValue("birtwhistle");
});

test("shortcuts after a customer ID do what the hint says", async ({ page, palette, sandbox, signInAs }) => {
  const customerId = "cust_5550123";
  const cards = await Promise.all(
    ["Fuel", "Hotel"].map((name) => sandbox.issueCard({ holder: "Cordelia Ashdown", name, customerId })),
  );
  await signInAs("support");
  await page.goto("/settings/profile");
  await palette.open();
  for (const query of [customerId, "5550123"]) {
    await palette.find(query, "2 cards");
    await expect(palette.dialog.getByText("Select a card with")).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(palette.selected).toContainText(customerId);
    await page.keyboard.press("f");
    await expect(palette.dialog.getByText("Several cards match. Select one with ↓ first.")).toBeVisible();
    await expect(palette.box).toHaveValue(query);
  }
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("f");
  await expect(palette.button(/^Freeze/)).toBeFocused();
  const lastFours = cards.map(({ lastFour }) => lastFour).join("|");
  await expect(palette.dialog).toContainText(new RegExp(lastFours));
});

test("Escape returns to the query, and typing replaces it", async ({ page, palette, sandbox, signInAs }) => {
  const card = await sandbox.issueCard({ holder: "Barnaby Quickfall" });
  await signInAs("support");
  await page.goto("/settings/profile");
  await palette.open();
  for (const query of [`quickfall ${card.lastFour}`, "quickfall"]) {
    await palette.find(query, "Barnaby Quickfall");
    if (query === "quickfall") await page.keyboard.press("ArrowDown");
    await expect(palette.bar).toBeVisible();
    await page.keyboard.press("f");
    await expect(palette.button(/^Freeze/)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(palette.box).toBeFocused();
    await expect(palette.box).toHaveValue(query);
    // A letter would replace the query, so no shortcut is offered for the card.
    await expect(palette.bar).toBeHidden();
    await page.keyboard.type("f55");
    await expect(palette.box).toHaveValue("f55");
  }
});

test("highlights the row that Enter opens", async ({ page, palette, sandbox, signInAs }) => {
  const card = await sandbox.issueCard({ holder: "Wilhelmina Oddfellow" });
  await signInAs("support");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("oddfellow", card.lastFour);
  const background = (index: number) =>
    palette.options.nth(index).evaluate((option) => getComputedStyle(option).backgroundColor);
  await expect(palette.options.nth(1)).toBeVisible();
  expect(await background(0)).not.toBe(await background(1));
});

test("finds a reissued card by its previous number", async ({
  page,
  palette,
  cardPage,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Philomena Tregarthen" });
  await signInAs("manager");
  await cardPage.open(card.id, "?reissue");
  await cardPage.choose("Damaged");
  await cardPage.choose(/^New number, same expiry/);
  await cardPage.next();
  await cardPage.button("Reissue card").click();
  await cardPage.button("Done").click();
  await expect(cardPage.event(/^Reissued by/)).toContainText(`Number changed from •• ${card.lastFour} to`);
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find(`tregarthen ${card.lastFour}`, `Formerly •• ${card.lastFour}`);
  await page.goto(`/cards?search=tregarthen+${card.lastFour}`);
  await expect(page.getByRole("table", { name: "Cards" })).toContainText(`formerly •• ${card.lastFour}`);
});

test("Escape restores the focus, and a slash in a field is text", async ({ page, palette, signInAs }) => {
  await signInAs("admin");
  await page.goto("/audit");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  const field = page.getByLabel("Search by card, customer, person, or entry");
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
  test.describe(`in ${colorScheme}`, { tag: colorScheme === "light" ? [] : "@full" }, () => {
    test.use({ colorScheme });

    test("is accessible with results and with a selected card", async ({
      page,
      palette,
      sandbox,
      signInAs,
    }) => {
      const card = await sandbox.issueCard({ holder: `Octavia Winterbourne` });
      await signInAs("admin");
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
