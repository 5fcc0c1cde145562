import { delayActions, delayRefreshes } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import { CardPage } from "@/e2e/pages/card-page";

/** A colleague freezes or unfreezes the card in another browser. */
async function toggleFreeze(theirs: CardPage, name: "Freeze" | "Unfreeze"): Promise<void> {
  await (name === "Freeze" ? theirs.freezeButton : theirs.unfreezeButton).click();
  // The dialog names who froze the card recently.
  if (name === "Unfreeze") await expect(theirs.dialog).toContainText("Mina Reyes froze this card at");
  await theirs.button(name).click();
  await expect(theirs.page.getByText("Read this to the caller")).toBeVisible();
}

test("a freeze that a colleague undid is no longer shown, even if both changes arrive at once", async ({
  sandbox,
  signInAs,
  openBrowser,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("support");
  await cardPage.openConnected(card.id);
  const release = await delayRefreshes(page);
  await cardPage.freezeButton.click();
  await cardPage.button("Freeze").click();
  await expect(page.getByText(`Your card ending in ${card.lastFour} was frozen at`)).toBeVisible();

  const colleague = new CardPage(await (await openBrowser("manager")).newPage());
  await colleague.openConnected(card.id);
  await toggleFreeze(colleague, "Unfreeze");
  await release();
  await expect(cardPage.status).toHaveText("Active");
  await expect(cardPage.freezeButton).toBeVisible();
  await expect(page.getByText(`Your card ending in ${card.lastFour} was frozen at`)).toHaveCount(0);
  await expect(page.getByText("Since the freeze")).toHaveCount(0);
  await expect(
    page.getByText(
      new RegExp(
        `^Jonas Weber unfroze the card ending in ${card.lastFour} at \\d\\d:\\d\\d:\\d\\d UTC. It is now active.$`,
      ),
    ),
  ).toBeVisible();
});

test("the freeze confirmation is replaced when the card gets a new number", async ({
  sandbox,
  signInAs,
  openBrowser,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("support");
  await cardPage.openConnected(card.id);
  await cardPage.freezeButton.click();
  await cardPage.button("Freeze").click();
  const confirmation = page.getByText(`Your card ending in ${card.lastFour} was frozen at`);
  await expect(confirmation).toBeVisible();

  const colleague = new CardPage(await (await openBrowser("manager")).newPage());
  await colleague.open(card.id, "?reissue");
  await colleague.choose("Damaged");
  await colleague.choose(/^New number, same expiry/);
  await colleague.next();
  await colleague.button("Reissue card").click();
  await expect(
    page.getByText(
      new RegExp(`^The card ending in ${card.lastFour} has a new number. It now ends in \\d{4} and is `),
    ),
  ).toBeVisible();
  await expect(confirmation).toHaveCount(0);
});

test("F, then Enter, doesn't unfreeze a card that a colleague has just frozen", async ({
  page,
  palette,
  sandbox,
  signInAs,
  openBrowser,
}) => {
  const card = await sandbox.issueCard({ holder: "Isambard Quillfeather" });
  await signInAs("support");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("quillfeather", card.lastFour);
  await page.keyboard.press("ArrowDown");

  const colleague = new CardPage(await (await openBrowser("manager")).newPage());
  await colleague.openConnected(card.id);
  await toggleFreeze(colleague, "Freeze");
  await expect(palette.option("Quillfeather").filter({ hasText: "Frozen" })).toBeVisible();
  const frozenBy = palette.dialog.getByText(/^Jonas Weber froze this card at \d\d:\d\d:\d\d UTC\./);
  await page.keyboard.press("f");
  await expect(frozenBy).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(frozenBy).toBeHidden();
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "FROZEN" });

  // The second time, unfreeze deliberately.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("f");
  await expect(frozenBy).toBeVisible();
  await palette.button("Unfreeze").click();
  await expect(palette.confirmation).toContainText("can be used again");
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "ACTIVE" });
});

test("the palette's confirmation is replaced when a colleague changes the card", async ({
  page,
  palette,
  sandbox,
  signInAs,
  openBrowser,
}) => {
  const card = await sandbox.issueCard({ holder: "Leocadia Thistlewood" });
  await signInAs("support");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("thistlewood", card.lastFour);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("f");
  await page.keyboard.press("Enter");
  await expect(palette.confirmation).toBeVisible();

  const colleague = new CardPage(await (await openBrowser("manager")).newPage());
  await colleague.openConnected(card.id);
  await toggleFreeze(colleague, "Unfreeze");
  await expect(palette.dialog.getByText(/^Jonas Weber unfroze the card ending in/)).toBeVisible();
  await expect(palette.confirmation).toHaveCount(0);
  await expect(palette.dialog.getByText("Active", { exact: true })).toBeVisible();
});

test("an open dialog updates when a colleague changes the card", async ({
  page,
  sandbox,
  signInAs,
  openBrowser,
  cardPage,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("support");
  await cardPage.openConnected(card.id);
  await page.keyboard.press("f");
  await expect(cardPage.dialog.getByRole("heading", { name: /^Freeze Ada/ })).toBeVisible();
  const colleague = new CardPage(await (await openBrowser("manager")).newPage());
  await colleague.openConnected(card.id);
  await toggleFreeze(colleague, "Freeze");
  await expect(cardPage.dialog.getByRole("heading", { name: /is already frozen$/ })).toBeVisible();
  await expect(cardPage.dialog).toContainText(/Jonas Weber froze this card at \d\d:\d\d:\d\d UTC\./);
});

test("the badge shows the action in progress, never an unconfirmed result", async ({
  page,
  sandbox,
  signInAs,
  cardPage,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("support");
  await cardPage.openConnected(card.id);
  const release = await delayActions(page);
  await cardPage.freezeButton.click();
  await cardPage.button("Freeze").click();
  await expect(cardPage.status).toHaveText("Freezing…");
  await release();
  await expect(cardPage.status).toHaveText("Frozen");
});

test("a freeze can be undone from its confirmation", async ({
  page,
  sandbox,
  signInAs,
  cardPage,
  cardsPage,
}) => {
  const card = await sandbox.issueCard({ name: "Undone freeze" });
  await signInAs("support");
  await cardPage.openConnected(card.id);
  await cardPage.freezeButton.click();
  await cardPage.button("Freeze").click();
  await page.getByRole("button", { name: "Undo freeze" }).click();
  await expect(page.getByText(`Your card ending in ${card.lastFour} can be used again`)).toBeVisible();
  await expect(cardPage.status).toHaveText("Active");
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "ACTIVE" });

  await cardsPage.open();
  const row = cardsPage.row("Undone freeze").first();
  await cardsPage.freeze(row);
  await expect(page.getByText(/^Frozen at .* confirmed by the issuer$/).first()).toBeVisible();
  await page.getByRole("button", { name: "Undo freeze" }).click();
  await expect(row).toContainText("Active");
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "ACTIVE" });
});

test("a row's confirmation is replaced when a colleague changes the card", async ({
  page,
  sandbox,
  signInAs,
  openBrowser,
  cardsPage,
}) => {
  const card = await sandbox.issueCard({ name: "Overtaken row" });
  await signInAs("support");
  await cardsPage.open();
  await cardsPage.freeze(cardsPage.row("Overtaken row").first());
  const confirmation = page.getByText(/^Frozen at .* confirmed by the issuer$/);
  await expect(confirmation.first()).toBeVisible();
  const colleague = new CardPage(await (await openBrowser("manager")).newPage());
  await colleague.openConnected(card.id);
  await toggleFreeze(colleague, "Unfreeze");
  const change = page.getByText(`Jonas Weber unfroze the card ending in ${card.lastFour}`, { exact: false });
  await expect(change.first()).toBeVisible();
  await expect(confirmation).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Undo freeze" })).toHaveCount(0);
  await expect(cardsPage.row("Overtaken row").first()).toContainText("Active");
});

test("the card's page shows a freeze without a response as unknown, not as failed", async ({
  sandbox,
  signInAs,
  cardPage,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("support");
  await cardPage.openConnected(card.id);
  const fault = { type: "status", status: 500 } as const;
  await sandbox.addFault({ method: "PUT", path: `/cards/${card.id}/freeze/`, times: 2, fault });
  await cardPage.freezeButton.click();
  await cardPage.button("Freeze").click();
  const entry = cardPage.event("Freeze card by Mina Reyes: outcome unknown");
  await expect(entry).toContainText("may or may not have been frozen");
  await expect(cardPage.page.getByText(/appear here automatically. It’s safe to try again/)).toBeVisible();
  await sandbox.clearFaults();
});

test("F, then Enter, doesn't unfreeze a card with a colleague's new note", async ({
  page,
  palette,
  sandbox,
  signInAs,
  openBrowser,
  cardPage,
}) => {
  const card = await sandbox.issueCard({ holder: "Wilhelmina Harrowgate" });
  await signInAs("support");
  await cardPage.openConnected(card.id);
  await cardPage.freezeButton.click();
  await cardPage.button("Freeze").click();
  await expect(cardPage.status).toHaveText("Frozen");
  const colleague = new CardPage(await (await openBrowser("manager")).newPage());
  await colleague.openConnected(card.id);
  await colleague.page.getByRole("textbox", { name: "New note" }).fill("Caller lost it. Do NOT unfreeze.");
  await colleague.page.getByRole("button", { name: "Add note" }).click();
  await expect(cardPage.event("Do NOT unfreeze")).toBeVisible();

  // Undo has no dialog, so it is rejected, and the note must be read in the dialog first.
  await page.getByRole("button", { name: "Undo freeze" }).click();
  await expect(page.getByText("Read Jonas Weber’s note before you unfreeze this card.")).toBeVisible();

  await page.keyboard.press("f");
  await expect(cardPage.dialog).toContainText(/You froze this card at \d\d:\d\d:\d\d UTC/);
  await expect(cardPage.dialog.getByRole("status")).toContainText("Note by Jonas Weber");
  await expect(cardPage.button("Keep frozen")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cardPage.dialog).toBeHidden();
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "FROZEN" });

  await palette.open();
  await palette.find("harrowgate", new RegExp(`${card.lastFour}[^]*Frozen`));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("f");
  await expect(palette.dialog.getByText("Caller lost it. Do NOT unfreeze.")).toBeVisible();
  await palette.button("Unfreeze").click();
  await expect(palette.confirmation).toContainText("can be used again");
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "ACTIVE" });
});
