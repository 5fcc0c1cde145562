import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";
import { Palette } from "@/e2e/pages/palette";

test("a lost card is frozen by keys alone, read back, watched and handed over", async ({
  page,
  palette,
  sandbox,
  enter,
}) => {
  test.setTimeout(180_000);
  const card = await sandbox.issueCard({ holder: "Wilhelmina Fforde", name: "Travel" });
  await enter("support");
  await page.goto("/cards");
  // Before the call: the feeder has met the new card.
  await palette.open();
  await palette.find("fforde", card.lastFour);
  await page.keyboard.press("Escape");
  await expect(palette.dialog).toBeHidden();

  let keystrokes = 0;
  const press = async (key: string) => {
    keystrokes += 1;
    await page.keyboard.press(key);
  };
  const began = Date.now();
  await press("Control+k");
  for (const letter of "fforde") await press(letter);
  await expect(palette.box).toHaveValue("fforde");
  await expect(palette.option(card.lastFour)).toBeVisible();
  await press("ArrowDown");
  await expect(palette.chosen).toContainText("Wilhelmina Fforde");
  await press("f");
  await expect(
    palette.dialog.getByRole("heading", { name: `Freeze Wilhelmina Fforde’s card ending ${card.lastFour}?` }),
  ).toBeVisible();
  await press("Enter");
  await expect(palette.sentence).toHaveText(
    new RegExp(
      `^“Your card ending ${card.lastFour} was frozen at \\d\\d:\\d\\d:\\d\\d UTC, confirmed by the issuer.”$`,
    ),
  );
  const took = Date.now() - began;
  test.info().annotations.push({
    type: "lost card",
    description: `${keystrokes} keystrokes, ${took} ms from Ctrl K to the sentence`,
  });
  expect(keystrokes).toBe(10);
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "FROZEN" });
  await expect(palette.dialog.getByText("Frozen", { exact: true })).toBeVisible();

  // The issuer's times are whole seconds: a purchase counts from the next one on.
  await expect(palette.watch).toContainText("0 approved, 0 declined");
  const frozenAt = Date.now();
  await expect.poll(async () => Date.parse((await sandbox.clock()).now)).toBeGreaterThan(frozenAt + 1_000);
  expect(await sandbox.authorize(card.id, 10)).toMatchObject({ approved: false, code: "R1" });
  await expect(palette.watch).toContainText("0 approved, 1 declined");

  await page.keyboard.press("n");
  await expect(palette.dialog.getByLabel("Handoff note")).toBeFocused();
  await page.keyboard.type("Lost in a taxi. Calls back at six for a new one.");
  await page.keyboard.press("Control+Enter");
  await expect(palette.dialog.getByText("Note added.")).toBeVisible();

  await page.keyboard.press("Escape");
  await expect(palette.box).toBeFocused();
  await expect(palette.box).toHaveValue("fforde");
  await page.keyboard.press("Escape");
  await expect(palette.dialog).toBeHidden();
});

test("a note begun in the search panel goes on in the card page’s own box, and the other way", async ({
  page,
  palette,
  cardPage,
  sandbox,
  enter,
}) => {
  const card = await sandbox.issueCard({ holder: "Nora Halfnote" });
  await enter("support");
  await cardPage.openLive(card.id);
  await palette.open();
  await palette.find("halfnote", card.lastFour);
  await page.keyboard.press("ArrowDown");
  await expect(palette.chosen).toContainText("Nora Halfnote");
  await page.keyboard.press("f");
  await expect(palette.dialog.getByRole("heading", { name: /^Freeze Nora Halfnote/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(palette.sentence).toBeVisible();
  await page.keyboard.press("n");
  const inPanel = palette.dialog.getByLabel("Handoff note");
  await inPanel.fill("Stolen in Rome");
  await expect(page.getByLabel("New note")).toHaveValue("Stolen in Rome");
  await expect(palette.dialog.getByLabel("Ask a manager to follow up")).toBeChecked();

  await inPanel.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(palette.dialog).toBeHidden();
  await expect(page.getByLabel("Ask a manager to follow up")).toBeChecked();
  await page.getByLabel("New note").fill("Stolen in Rome. Wants a new card.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Note added.")).toBeVisible();
  await expect(page.getByLabel("New note")).toHaveValue("");
});

test("the last four digits and F are enough, however fast they are typed", async ({
  page,
  palette,
  sandbox,
  enter,
}) => {
  const holder = "Ezekiel Quarmby";
  const card = await sandbox.issueCard({ holder });
  await enter("manager");
  await page.goto("/audit");
  await palette.open();
  await palette.find("quarmby", card.lastFour);
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.keyboard.type(`quarmby ${card.lastFour}f`);
  await expect(palette.dialog.getByRole("heading", { name: `Freeze ${holder}’s card` })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(palette.sentence).toBeVisible();

  // And the same way back.
  await page.keyboard.press("Escape");
  await expect(palette.box).toHaveValue(`quarmby ${card.lastFour}`);
  await expect(palette.option("Frozen")).toBeVisible();
  // The query is selected for the next caller: an arrow goes back to the card.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("f");
  await expect(palette.dialog.getByRole("heading", { name: `Unfreeze ${holder}’s card` })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(palette.sentence).toContainText("can be used again");
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "ACTIVE" });
});

test("what a colleague froze shows in an open box by itself", async ({
  page,
  palette,
  sandbox,
  enter,
  openBrowser,
}) => {
  const card = await sandbox.issueCard({ holder: "Thessaly Vantongeren" });
  await enter("support");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("vantongeren", card.lastFour);

  const there = await (await openBrowser("manager")).newPage();
  await there.goto("/settings/profile");
  const theirs = new Palette(there);
  await theirs.open();
  await theirs.find(card.id, card.lastFour);
  await there.keyboard.press("f");
  await there.keyboard.press("Enter");
  await expect(theirs.sentence).toBeVisible();
  await expect(palette.option("Vantongeren").filter({ hasText: "Frozen" })).toBeVisible();
});

test("a card that is blocked already is read back as that, and no freeze is asked for", async ({
  page,
  palette,
  sandbox,
  enter,
}) => {
  const card = await sandbox.issueCard({ holder: "Lysander Holbrooke" });
  await sandbox.blockCard(card.id, "stolen");
  await enter("manager");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("holbrooke", new RegExp(`${card.lastFour}[^]*Blocked`));
  await page.keyboard.press("ArrowDown");
  await expect(palette.bar.getByRole("button", { name: /^Open/ })).toBeVisible();
  await expect(palette.bar.getByRole("button", { name: /^Freeze/ })).toHaveCount(0);
  await page.keyboard.press("f");
  await expect(palette.dialog.getByRole("heading", { name: /is already blocked$/ })).toBeVisible();
  await expect(palette.sentence).toContainText(
    "is permanently blocked and can’t be used, confirmed by the issuer",
  );
  await expect(palette.watch).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(palette.box).toBeFocused();
  await page.goto(`/audit?target=${card.id}&action=card.freeze`);
  await expect(page.getByRole("table", { name: "Audit log" }).locator("tbody tr")).toHaveCount(0);
});

test("says why when the card turns out to be blocked, and never shows it as frozen", async ({
  page,
  palette,
  sandbox,
  enter,
}) => {
  const card = await sandbox.issueCard({ holder: "Barnaby Oxenholme" });
  await enter("support");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("oxenholme", card.lastFour);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("f");
  await expect(palette.dialog.getByRole("heading", { name: /^Freeze/ })).toBeVisible();
  await sandbox.blockCard(card.id, "FRAUD_SUSPECTED");
  await page.keyboard.press("Enter");
  await expect(palette.dialog.getByRole("alert")).toContainText("and can’t be frozen");
  await expect(palette.dialog.getByText("Frozen", { exact: true })).toHaveCount(0);
});

test("when the issuer is down it says so, and one key tries again", async ({
  page,
  palette,
  sandbox,
  enter,
}) => {
  const card = await sandbox.issueCard({ holder: "Ottoline Kessington" });
  await enter("support");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("kessington", card.lastFour);
  await sandbox.addFault({
    method: "PUT",
    path: `/cards/${card.id}/freeze/`,
    times: 1,
    fault: { type: "status", status: 503 },
  });
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("f");
  await page.keyboard.press("Enter");
  const alert = palette.dialog.getByRole("alert");
  await expect(alert).toContainText("It’s safe to try again");
  await expect(palette.dialog.getByText("Active", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expect(alert.getByRole("button", { name: "Try again" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(palette.sentence).toBeVisible();
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "FROZEN" });
  await sandbox.clearFaults();
});

test("an answer that is lost on the way is asked for again, and nothing is done twice", async ({
  page,
  palette,
  sandbox,
  enter,
}) => {
  const card = await sandbox.issueCard({ holder: "Euphemia Trelawny" });
  await enter("manager");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("trelawny", card.lastFour);
  let isLost = false;
  await page.route("/settings/profile", async (route) => {
    if (isLost || route.request().method() !== "POST") return route.continue();
    isLost = true;
    // It reaches the dashboard and is carried out; its answer does not come back.
    await route.fetch();
    await route.abort("connectionreset");
  });
  // Nor can the card be read, which would tell what came of it.
  await page.route("**/api/cards/*/status", (route) => (isLost ? route.abort() : route.continue()));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("f");
  await page.keyboard.press("Enter");
  const alert = palette.dialog.getByRole("alert");
  await expect(alert).toContainText("The card may or may not have been frozen");
  await expect(alert).toContainText("the request won’t run twice");
  await page.keyboard.press("Enter");
  await expect(palette.sentence).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/audit?action=card.freeze&target=${card.id}`);
  await expect(page.getByRole("table", { name: "Audit log" }).locator("tbody tr")).toHaveCount(1);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test("a lost card is frozen with a finger", async ({ page, palette, sandbox, enter }) => {
    const card = await sandbox.issueCard({ holder: "Cordelia Abernathyson" });
    await enter("support");
    await page.goto("/settings/profile");
    await palette.trigger.tap();
    await palette.find("abernathyson", card.lastFour);
    await palette.option("Abernathyson").first().tap();
    await expectAccessible(page);
    await palette.button(/^Freeze/).tap();
    await palette.button(/^Freeze/).tap();
    await expect(palette.sentence).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await palette.button("Add handoff note").tap();
    await palette.dialog.getByLabel("Handoff note").fill("Lost at the beach");
    await palette.button(/^Add note/).tap();
    await expect(palette.dialog.getByText("Note added.")).toBeVisible();
    await palette.button("Done").tap();
    await expect(palette.dialog).toBeHidden();
    expect(await sandbox.getCard(card.id)).toMatchObject({ status: "FROZEN" });
  });
});
