import type { APIResponse, Page, Route } from "@playwright/test";
import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { intercept } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import { Palette } from "@/e2e/pages/palette";

test("freezes a lost card with the keyboard only, watches its purchases and adds a handoff note", async ({
  page,
  palette,
  sandbox,
  signInAs,
}) => {
  test.setTimeout(180_000);
  const card = await sandbox.issueCard({ holder: "Wilhelmina Fforde", name: "Travel" });
  await signInAs("support");
  await page.goto("/cards");
  // Waits until the new card is indexed.
  await palette.open();
  await palette.find("fforde", card.lastFour);
  await page.keyboard.press("Escape");
  await expect(palette.dialog).toBeHidden();

  let keystrokes = 0;
  const press = async (key: string) => {
    keystrokes += 1;
    await page.keyboard.press(key);
  };
  const startedAt = Date.now();
  await press("Control+k");
  for (const letter of "fforde") await press(letter);
  await expect(palette.box).toHaveValue("fforde");
  await expect(palette.option(card.lastFour)).toBeVisible();
  await press("ArrowDown");
  await expect(palette.selected).toContainText("Wilhelmina Fforde");
  await press("f");
  await expect(
    palette.dialog.getByRole("heading", {
      name: `Freeze Wilhelmina Fforde’s card ending in ${card.lastFour}?`,
    }),
  ).toBeVisible();
  await press("Enter");
  await expect(palette.confirmation).toHaveText(
    new RegExp(
      `^“Your card ending in ${card.lastFour} was frozen at \\d\\d:\\d\\d:\\d\\d UTC, confirmed by the issuer.”$`,
    ),
  );
  const elapsedMs = Date.now() - startedAt;
  test.info().annotations.push({
    type: "lost card",
    description: `${keystrokes} keystrokes, ${elapsedMs} ms from Ctrl K to the sentence`,
  });
  expect(keystrokes).toBe(10);
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "FROZEN" });
  await expect(palette.dialog.getByText("Frozen", { exact: true })).toBeVisible();

  // The issuer's times have whole seconds, so a purchase counts from the next second on.
  await expect(palette.purchasesSinceFreeze).toContainText("0 approved, 0 declined");
  const frozenAt = Date.now();
  await expect.poll(async () => Date.parse((await sandbox.clock()).now)).toBeGreaterThan(frozenAt + 1_000);
  expect(await sandbox.authorize(card.id, 10)).toMatchObject({ approved: false, code: "R1" });
  await expect(palette.purchasesSinceFreeze).toContainText("0 approved, 1 declined");

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

test("a note can be started in the palette and continued on the card page, and vice versa", async ({
  page,
  palette,
  cardPage,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Nora Halfnote" });
  await signInAs("support");
  await cardPage.openConnected(card.id);
  await palette.open();
  await palette.find("halfnote", card.lastFour);
  await page.keyboard.press("ArrowDown");
  await expect(palette.selected).toContainText("Nora Halfnote");
  await page.keyboard.press("f");
  await expect(palette.dialog.getByRole("heading", { name: /^Freeze Nora Halfnote/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(palette.confirmation).toBeVisible();
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

test("a name, the last four digits and F freeze a card, however fast they are typed", async ({
  page,
  palette,
  sandbox,
  signInAs,
}) => {
  const holder = "Ezekiel Quarmby";
  const card = await sandbox.issueCard({ holder });
  await signInAs("manager");
  await page.goto("/audit");
  await palette.open();
  await palette.find("quarmby", card.lastFour);
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.keyboard.type(`quarmby ${card.lastFour}f`);
  await expect(palette.dialog.getByRole("heading", { name: `Freeze ${holder}’s card` })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(palette.confirmation).toBeVisible();

  // Unfreeze the same way.
  await page.keyboard.press("Escape");
  await expect(palette.box).toHaveValue(`quarmby ${card.lastFour}`);
  await expect(palette.option("Frozen")).toBeVisible();
  // The query is selected for the next search, so an arrow key is needed to select the card.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("f");
  await expect(palette.dialog.getByRole("heading", { name: `Unfreeze ${holder}’s card` })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(palette.confirmation).toContainText("can be used again");
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "ACTIVE" });
});

test("a colleague's freeze appears in an open palette", async ({
  page,
  palette,
  sandbox,
  signInAs,
  openBrowser,
}) => {
  const card = await sandbox.issueCard({ holder: "Thessaly Vantongeren" });
  await signInAs("support");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("vantongeren", card.lastFour);

  const colleaguePage = await (await openBrowser("manager")).newPage();
  await colleaguePage.goto("/settings/profile");
  const colleague = new Palette(colleaguePage);
  await colleague.open();
  await colleague.find(card.id, card.lastFour);
  await colleaguePage.keyboard.press("f");
  await colleaguePage.keyboard.press("Enter");
  await expect(colleague.confirmation).toBeVisible();
  await expect(palette.option("Vantongeren").filter({ hasText: "Frozen" })).toBeVisible();
});

test("shows that a card is already blocked, and doesn't offer to freeze it", async ({
  page,
  palette,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Lysander Holbrooke" });
  await sandbox.blockCard(card.id, "stolen");
  await signInAs("manager");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("holbrooke", new RegExp(`${card.lastFour}[^]*Blocked`));
  await page.keyboard.press("ArrowDown");
  await expect(palette.bar.getByRole("button", { name: /^Open/ })).toBeVisible();
  await expect(palette.bar.getByRole("button", { name: /^Freeze/ })).toHaveCount(0);
  await page.keyboard.press("f");
  await expect(palette.dialog.getByRole("heading", { name: /is already blocked$/ })).toBeVisible();
  await expect(palette.confirmation).toContainText(
    "is permanently blocked and can’t be used, confirmed by the issuer",
  );
  await expect(palette.purchasesSinceFreeze).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(palette.box).toBeFocused();
  await page.goto(`/audit?target=${card.id}&action=card.freeze`);
  await expect(page.getByRole("table", { name: "Audit log" }).locator("tbody tr")).toHaveCount(0);
});

test("explains that the card turned out to be blocked, and never shows it as frozen", async ({
  page,
  palette,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Barnaby Oxenholme" });
  await signInAs("support");
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

test("reports that the issuer is down, and retries with one key", async ({
  page,
  palette,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Ottoline Kessington" });
  await signInAs("support");
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
  await expect(palette.confirmation).toBeVisible();
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "FROZEN" });
  await sandbox.clearFaults();
});

test("retries after a lost response without freezing twice", async ({ page, palette, sandbox, signInAs }) => {
  const card = await sandbox.issueCard({ holder: "Euphemia Trelawny" });
  await signInAs("manager");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("trelawny", card.lastFour);
  // The card can't be read either, which would reveal the outcome.
  await intercept(page, "**/api/cards/*/status", (route) => route.abort());
  await dropFirstResponse(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("f");
  await page.keyboard.press("Enter");
  const alert = palette.dialog.getByRole("alert");
  await expect(alert).toContainText("The card may or may not have been frozen");
  await expect(alert).toContainText("the request won’t run twice");
  await page.keyboard.press("Enter");
  await expect(palette.confirmation).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/audit?action=card.freeze&target=${card.id}`);
  await expect(page.getByRole("table", { name: "Audit log" }).locator("tbody tr")).toHaveCount(1);
});

test("a status read before the freeze doesn't turn the retry into a second freeze", async ({
  page,
  palette,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Araminta Trelawnyson" });
  await signInAs("manager");
  await page.goto("/settings/profile");
  await palette.open();
  await palette.find("trelawnyson", card.lastFour);
  const early = await holdFirstStatus(page);
  await dropFirstResponse(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("f");
  await early.read();
  await page.keyboard.press("Enter");
  const alert = palette.dialog.getByRole("alert");
  await expect(alert).toContainText("The card may or may not have been frozen");
  await early.deliver();
  await page.keyboard.press("Enter");
  await expect(palette.confirmation).toBeVisible();
  await page.goto(`/audit?action=card.freeze&target=${card.id}`);
  await expect(page.getByRole("table", { name: "Audit log" }).locator("tbody tr")).toHaveCount(1);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test("freezes a lost card by touch", async ({ page, palette, sandbox, signInAs }) => {
    const card = await sandbox.issueCard({ holder: "Cordelia Abernathyson" });
    await signInAs("support");
    await page.goto("/settings/profile");
    await palette.trigger.tap();
    await palette.find("abernathyson", card.lastFour);
    await palette.option("Abernathyson").first().tap();
    await expectAccessible(page);
    await palette.button(/^Freeze/).tap();
    await palette.button(/^Freeze/).tap();
    await expect(palette.confirmation).toBeVisible();
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

/** The first action reaches the dashboard and runs, but its response is lost. */
async function dropFirstResponse(page: Page): Promise<void> {
  let isDropped = false;
  await intercept(page, "/settings/profile", async (route) => {
    if (isDropped || route.request().method() !== "POST") return route.continue();
    isDropped = true;
    await route.fetch();
    await route.abort("connectionreset");
  });
}

/** Reads the first status at once and delivers it on demand; every other status request fails. */
async function holdFirstStatus(
  page: Page,
): Promise<{ read: () => Promise<void>; deliver: () => Promise<void> }> {
  let first: Promise<APIResponse> | null = null;
  let pendingRoute: Route | null = null;
  await intercept(page, "**/api/cards/*/status", async (route) => {
    if (pendingRoute) return route.abort();
    pendingRoute = route;
    first = route.fetch();
  });
  return {
    read: async () => {
      await expect.poll(() => pendingRoute !== null).toBe(true);
      await first;
    },
    deliver: async () => {
      const response = await first;
      // The browser may have canceled the request.
      if (response) await pendingRoute?.fulfill({ response }).catch(() => undefined);
      // Give the page time to process it.
      await page.waitForTimeout(200);
    },
  };
}
