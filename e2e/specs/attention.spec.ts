import { randomUUID } from "node:crypto";
import { untilIndexed } from "@/e2e/fixtures/index-state";
import { expect, test } from "@/e2e/fixtures/test";
import { OverviewPage } from "@/e2e/pages/overview-page";

/** A new card is read within seconds; a busy machine gets some more. */
const SOON = { timeout: 60_000 };

test("a card frozen for long is raised, and goes when it is unfrozen here", async ({
  overviewPage,
  sandbox,
  enter,
}) => {
  test.setTimeout(180_000);
  await enter("support");
  await untilIndexed(overviewPage.page.request);
  await overviewPage.open();
  const item = overviewPage.items("Frozen, start date unknown").first();
  await expect(item).toContainText("Already frozen when Cardwell first synced this card.");
  const href = (await item.getByRole("link").first().getAttribute("href")) ?? "";
  const cardId = href.split("/").at(-1) ?? "";
  expect((await sandbox.getCard(cardId)).status).toBe("FROZEN");
  await item.getByRole("button", { name: /^Unfreeze/ }).click();
  await overviewPage.page
    .getByRole("dialog")
    .getByRole("button", { name: /^Unfreeze/ })
    .click();
  await expect.poll(async () => (await sandbox.getCard(cardId)).status).toBe("ACTIVE");
  await expect(overviewPage.attention.locator(`a[href="${href}"]`)).toHaveCount(0, SOON);
});

test("a block made elsewhere is raised twice over: as a change, and until there is a replacement", async ({
  overviewPage,
  page,
  sandbox,
  enter,
  openBrowser,
}) => {
  const customerId = `cust_${randomUUID().slice(0, 8)}`;
  const card = await sandbox.issueCard({ holder: "Grace Hopper", customerId });
  await enter("manager");
  await overviewPage.open();
  await expect(async () => {
    const found = await page.request.get(`/customers/${customerId}`);
    expect(await found.text()).toContain(card.lastFour);
  }).toPass(SOON);
  await sandbox.blockCard(card.id, "lost");
  const changed = overviewPage.item("Changed outside Cardwell", `•• ${card.lastFour}, Grace Hopper`);
  const blocked = overviewPage.item("Blocked, no replacement", `•• ${card.lastFour}, Grace Hopper`);
  await expect(changed).toContainText("from Active to Blocked", SOON);
  await expect(blocked).toContainText(`${customerId} has no newer virtual card`);
  await expect(blocked.getByRole("link", { name: "Open customer" })).toHaveAttribute(
    "href",
    `/customers/${customerId}`,
  );

  await sandbox.issueCard({ holder: "Grace Hopper", customerId });
  await expect(blocked).toHaveCount(0, SOON);

  await overviewPage.dismiss(changed, "reported by the issuer's own desk");
  await expect(changed).toHaveCount(0);
  const colleague = await (await openBrowser("auditor")).newPage();
  await colleague.goto("/");
  await colleague.getByText(/^Dismissed in the last 30 days/).click();
  await expect(
    colleague.getByRole("list", { name: "Dismissed" }).getByRole("listitem").first(),
  ).toContainText(/Grace Hopper“?.*reported by the issuer's own desk.*Jonas Weber/s);
  await expect(colleague.getByText(`•• ${card.lastFour}, Grace Hopper`, { exact: true })).toHaveCount(0);
  await expect(colleague.getByRole("button", { name: /^Restore/ })).toHaveCount(0);

  await overviewPage.bringBack("reported by the issuer's own desk");
  await expect(changed).toHaveCount(1);
  await expect(overviewPage.dismissed.filter({ hasText: "own desk" })).toHaveCount(0);
});

test("an outcome that nobody knows is looked up first, and then settled by a person who did look", async ({
  overviewPage,
  page,
  sandbox,
  enter,
  openBrowser,
}) => {
  test.setTimeout(240_000);
  const card = await sandbox.issueCard({ holder: "Grace Hopper" });
  await enter("manager");
  await page.goto(`/cards/${card.id}?reissue`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Expiring" }).check();
  await dialog.getByRole("button", { name: "Continue" }).click();
  // The number stays the same, so that the issuer's records cannot tell.
  await sandbox.addFault({ method: "PUT", path: "/replace/", fault: { type: "commit-then-drop" } });
  await dialog.getByRole("button", { name: "Reissue card" }).click();
  await expect(dialog.getByRole("button", { name: "Reissue card" })).toBeHidden();

  const support = await (await openBrowser("support")).newPage();
  await support.goto("/");
  await overviewPage.open();
  const item = overviewPage.item("Outcome unknown", `Reissue card •• ${card.lastFour}, Grace Hopper`);
  await expect(item).toContainText("Don’t send it again.", SOON);
  const settle = item.getByRole("button", { name: /^Resolve/ });
  await expect(settle).toBeVisible({ timeout: 120_000 });
  await expect(item).toContainText("The issuer’s records are inconclusive.");
  await expect(support.getByText("The issuer’s records are inconclusive.")).toBeVisible(SOON);
  await expect(support.getByRole("button", { name: /^Resolve/ })).toHaveCount(0);

  await settle.click();
  await dialog.getByRole("button", { name: "Resolve" }).click();
  await expect(dialog.getByText("Choose an outcome.")).toBeVisible();
  await dialog.getByRole("radio", { name: /^Succeeded/ }).check();
  await dialog.getByLabel("Evidence").fill("asked the issuer's desk");
  await dialog.getByRole("button", { name: "Resolve" }).click();
  await expect(item).toHaveCount(0, SOON);
  await page.goto(`/audit?target=${card.id}`);
  await expect(page.getByRole("table", { name: "Audit log" }).getByRole("row").nth(1)).toContainText(
    "Succeeded",
  );
});

test("a dismissal needs a reason, and the item stays until there is one", async ({
  overviewPage,
  page,
  enter,
}) => {
  await enter("support");
  await overviewPage.open();
  await overviewPage
    .items("Frozen, start date unknown")
    .first()
    .getByRole("button", { name: /^Dismiss/ })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Dismiss", exact: true }).click();
  await expect(dialog.getByText("Enter a reason.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("an issuer that cannot be reached is raised by itself, and goes when it is back", async ({
  overviewPage,
  page,
  sandbox,
  enter,
}) => {
  test.setTimeout(180_000);
  await enter("manager");
  await overviewPage.open();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await sandbox.addFault({ times: 1000, fault: { type: "status", status: 503 } });
  try {
    const words = overviewPage.attention.getByText("We couldn’t reach the issuer");
    await expect(words).toBeVisible({ timeout: 45_000 });
    await expect(overviewPage.figure("All cards").first()).toBeVisible();
    await expect(overviewPage.attention.getByRole("button", { name: /^Dismiss.*issuer/ })).toHaveCount(0);
    await sandbox.clearFaults();
    await expect(words).toHaveCount(0, { timeout: 60_000 });
  } finally {
    await sandbox.clearFaults();
  }
});

test("those who only read see what waits, and no button that they may not use", async ({
  overviewPage,
  enter,
}) => {
  await enter("auditor");
  await overviewPage.open();
  await overviewPage.handledByOthers.getByText("Frozen, start date unknown").click();
  await expect(overviewPage.items("Frozen, start date unknown").first()).toBeVisible();
  await expect(overviewPage.page.getByRole("button", { name: /^(Unfreeze|Dismiss|Resolve)/ })).toHaveCount(0);
});

test("leads finance with figures, and folds away what they cannot resolve", async ({
  overviewPage,
  page,
  enter,
}) => {
  await enter("finance");
  await page.goto("/settings/team");
  await overviewPage.open();
  await expect(overviewPage.handledByOthers).toContainText("You have view-only access.");
  await expect(overviewPage.attention).toHaveCount(0);
  await expect(overviewPage.items("Frozen, start date unknown").first()).toBeHidden();
  const headings = await page.getByRole("heading", { level: 2 }).allTextContents();
  expect(headings.indexOf("Spend")).toBeLessThan(headings.indexOf("Handled by support and managers"));
  expect(headings.indexOf("Spend")).toBeGreaterThanOrEqual(0);

  const recent = page.getByRole("region", { name: "Your recent actions" });
  await expect(recent.getByRole("listitem").first()).toContainText("Open Settings > Team");
  await expect(recent).not.toContainText("/settings/team");
});

test("opens all of a kind for support too, and dismisses them for one reason", async ({
  overviewPage,
  page,
  enter,
}) => {
  test.setTimeout(180_000);
  await enter("support");
  await untilIndexed(page.request);
  await overviewPage.open();
  const group = page.getByRole("region", { name: "Frozen, start date unknown" });
  const items = overviewPage.items("Frozen, start date unknown");
  const total = Number(await group.getByRole("heading").locator("span").textContent());
  await group.getByRole("link", { name: `${total - 5} more` }).click();
  await expect(items).toHaveCount(total);
  await group.getByRole("link", { name: "Show fewer" }).click();
  await expect(items).toHaveCount(5);

  await overviewPage.dismissAll("Frozen, start date unknown", "frozen before the move");
  await expect(group).toHaveCount(0);
  await page.getByText(/^Dismissed in the last 30 days/).click();
  await expect(overviewPage.dismissed.filter({ hasText: "frozen before the move" })).toContainText(
    `Frozen, start date unknown: ${total} cards`,
  );
  await overviewPage.dismissed
    .filter({ hasText: "frozen before the move" })
    .getByRole("button", { name: /^Restore/ })
    .click();
  await expect(group.getByRole("heading")).toContainText(String(total));
});

test("what is dismissed together is the list that was there when it was asked for", async ({
  overviewPage,
  page,
  sandbox,
  enter,
}) => {
  test.setTimeout(180_000);
  const customerId = `cust_${randomUUID().slice(0, 8)}`;
  const issue = () => sandbox.issueCard({ holder: "Edith Clarke", customerId });
  const cards = [await issue(), await issue(), await issue()];
  await enter("manager");
  await expect(async () => {
    const found = await (await page.request.get(`/customers/${customerId}`)).text();
    for (const { lastFour } of cards) expect(found).toContain(lastFour);
  }).toPass(SOON);
  const [first, second, late] = cards;
  const blockElsewhere = async (card = late) => sandbox.blockCard(card?.id ?? "", "lost");
  await blockElsewhere(first);
  await blockElsewhere(second);
  await overviewPage.open();
  // What is behind a dialog is out of reach for roles.
  const group = page.locator("section[aria-label='Changed outside Cardwell']");
  const itemOf = (card = late) =>
    group.locator("li").filter({ hasText: `•• ${card?.lastFour}, Edith Clarke` });
  await expect(itemOf(first)).toHaveCount(1, SOON);
  await expect(itemOf(second)).toHaveCount(1, SOON);
  const total = Number(await group.locator("h3 span").textContent());

  await page.getByRole("button", { name: "Dismiss all: Changed outside Cardwell" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("seen");
  await blockElsewhere(late);
  await expect(itemOf(late)).toHaveCount(1, SOON);
  await expect(dialog).toContainText(`${total} items under`);

  let isLost = false;
  await page.route("**/*", async (route) => {
    if (isLost || route.request().headers()["next-action"] === undefined) return route.fallback();
    isLost = true;
    await route.abort("connectionreset");
  });
  const confirm = dialog.getByRole("button", { name: "Dismiss all", exact: true });
  await confirm.click();
  await expect(dialog.getByText("Cardwell didn’t respond")).toBeVisible();
  await confirm.click();
  await expect(dialog.getByText("The list changed since you opened this dialog")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(itemOf(late)).toHaveCount(1);

  await overviewPage.dismissAll("Changed outside Cardwell", "seen");
  await expect(
    page.getByText(`Dismissed: ${total + 1} items under “Changed outside Cardwell”`),
  ).toBeVisible();
  await expect(group).toHaveCount(0);
});

test("a note that asks for a follow-up appears on the manager's open overview until it is dismissed", async ({
  page,
  cardPage,
  sandbox,
  enter,
  openBrowser,
}) => {
  const card = await sandbox.issueCard({ holder: "Stella Stolen" });
  await enter("support");
  const manager = await (await openBrowser("manager")).newPage();
  const overview = new OverviewPage(manager);
  await overview.open();
  await expect(manager.getByText("Live", { exact: true })).toBeAttached();

  await cardPage.openLive(card.id);
  await page.getByLabel("New note").fill("Stolen in Rome. Please reissue.");
  await page.getByLabel("Ask a manager to follow up").check();
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Managers see it on their overview.")).toBeVisible();

  const item = overview.item("Follow-up requested", "Stolen in Rome. Please reissue.");
  await expect(item).toBeVisible(SOON);
  await expect(item.getByRole("link", { name: /^Open card/ })).toHaveAttribute("href", `/cards/${card.id}`);
  await overview.dismiss(item, "reissued");
  await expect(item).toHaveCount(0);
});
