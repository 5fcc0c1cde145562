import { randomUUID } from "node:crypto";
import { intercept } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import { waitForIndex } from "@/e2e/fixtures/wait-for-index";
import { OverviewPage } from "@/e2e/pages/overview-page";

/** A new card is indexed within seconds, or later on a busy machine. */
const INDEX_TIMEOUT = { timeout: 60_000 };

test("lists a card that has been frozen for long until it is unfrozen", async ({
  overviewPage,
  sandbox,
  signInAs,
}) => {
  test.setTimeout(180_000);
  await signInAs("support");
  await waitForIndex(overviewPage.page.request);
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
  await expect(overviewPage.attention.locator(`a[href="${href}"]`)).toHaveCount(0, INDEX_TIMEOUT);
});

test("lists a block made elsewhere both as a change and as lacking a replacement", async ({
  overviewPage,
  page,
  sandbox,
  signInAs,
  openBrowser,
}) => {
  const customerId = `cust_${randomUUID().slice(0, 8)}`;
  const card = await sandbox.issueCard({ holder: "Grace Hopper", customerId });
  await signInAs("manager");
  await overviewPage.open();
  await expect(async () => {
    const found = await page.request.get(`/customers/${customerId}`);
    expect(await found.text()).toContain(card.lastFour);
  }).toPass(INDEX_TIMEOUT);
  await sandbox.blockCard(card.id, "lost");
  const changed = overviewPage.item("Changed outside Cardwell", `•• ${card.lastFour}, Grace Hopper`);
  const blocked = overviewPage.item("Blocked, no replacement", `•• ${card.lastFour}, Grace Hopper`);
  await expect(changed).toContainText("from Active to Blocked", INDEX_TIMEOUT);
  await expect(blocked).toContainText(`${customerId} has no newer virtual card`);
  await expect(blocked.getByRole("link", { name: "View customer" })).toHaveAttribute(
    "href",
    `/customers/${customerId}`,
  );

  await sandbox.issueCard({ holder: "Grace Hopper", customerId });
  await expect(blocked).toHaveCount(0, INDEX_TIMEOUT);

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

  await overviewPage.restore("reported by the issuer's own desk");
  await expect(changed).toHaveCount(1);
  await expect(overviewPage.dismissed.filter({ hasText: "own desk" })).toHaveCount(0);
});

test("checks an unknown outcome with the issuer first, and then lets a manager resolve it", {
  tag: "@full",
}, async ({ overviewPage, page, sandbox, signInAs, openBrowser }) => {
  test.setTimeout(240_000);
  const card = await sandbox.issueCard({ holder: "Grace Hopper" });
  await signInAs("manager");
  await page.goto(`/cards/${card.id}?reissue`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Expiring" }).check();
  await dialog.getByRole("button", { name: "Continue" }).click();
  // The number stays the same, so the issuer's records are inconclusive.
  await sandbox.addFault({ method: "PUT", path: "/replace/", fault: { type: "commit-then-drop" } });
  await dialog.getByRole("button", { name: "Reissue card" }).click();
  await expect(dialog.getByRole("button", { name: "Reissue card" })).toBeHidden();

  const support = await (await openBrowser("support")).newPage();
  await support.goto("/");
  await overviewPage.open();
  const item = overviewPage.item("Outcome unknown", `Reissue card •• ${card.lastFour}, Grace Hopper`);
  await expect(item).toContainText("Don’t send it again.", INDEX_TIMEOUT);
  const resolveButton = item.getByRole("button", { name: /^Resolve/ });
  await expect(resolveButton).toBeVisible({ timeout: 120_000 });
  await expect(item).toContainText("The issuer’s records are inconclusive.");
  await expect(support.getByText("The issuer’s records are inconclusive.")).toBeVisible(INDEX_TIMEOUT);
  await expect(support.getByRole("button", { name: /^Resolve/ })).toHaveCount(0);

  await resolveButton.click();
  await dialog.getByRole("button", { name: "Resolve" }).click();
  await expect(dialog.getByText("Choose an outcome.")).toBeVisible();
  await dialog.getByRole("radio", { name: /^Succeeded/ }).check();
  await dialog.getByLabel("Evidence").fill("asked the issuer's support team");
  await dialog.getByRole("button", { name: "Resolve" }).click();
  await expect(item).toHaveCount(0, INDEX_TIMEOUT);
  await page.goto(`/audit?target=${card.id}`);
  await expect(page.getByRole("table", { name: "Audit log" }).getByRole("row").nth(1)).toContainText(
    "Succeeded",
  );
});

test("keeps the item until a reason for the dismissal is entered", async ({
  overviewPage,
  page,
  signInAs,
}) => {
  await signInAs("support");
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

test("lists an unreachable issuer until it responds again", { tag: "@full" }, async ({
  overviewPage,
  page,
  sandbox,
  signInAs,
}) => {
  test.setTimeout(180_000);
  await signInAs("manager");
  await overviewPage.open();
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await sandbox.addFault({ times: 1000, fault: { type: "status", status: 503 } });
  try {
    const message = overviewPage.attention.getByText("We couldn’t reach the issuer");
    await expect(message).toBeVisible({ timeout: 45_000 });
    await expect(overviewPage.figure("All cards").first()).toBeVisible();
    await expect(overviewPage.attention.getByRole("button", { name: /^Dismiss.*issuer/ })).toHaveCount(0);
    await sandbox.clearFaults();
    await expect(message).toHaveCount(0, { timeout: 60_000 });
  } finally {
    await sandbox.clearFaults();
  }
});

test("shows view-only roles the items, but no buttons that they can't use", async ({
  overviewPage,
  signInAs,
}) => {
  await signInAs("auditor");
  await overviewPage.open();
  await overviewPage.handledByOthers.getByText("Frozen, start date unknown").click();
  await expect(overviewPage.items("Frozen, start date unknown").first()).toBeVisible();
  await expect(overviewPage.page.getByRole("button", { name: /^(Unfreeze|Dismiss|Resolve)/ })).toHaveCount(0);
});

test("shows finance the figures first, and collapses what finance can't resolve", async ({
  overviewPage,
  page,
  signInAs,
}) => {
  await signInAs("finance");
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

test("shows all items of a group, and dismisses them with one reason", async ({
  overviewPage,
  page,
  signInAs,
}) => {
  test.setTimeout(180_000);
  await signInAs("support");
  await waitForIndex(page.request);
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

test("dismisses only the items that were listed when the dialog was opened", async ({
  overviewPage,
  page,
  sandbox,
  signInAs,
}) => {
  test.setTimeout(180_000);
  const customerId = `cust_${randomUUID().slice(0, 8)}`;
  const issue = () => sandbox.issueCard({ holder: "Edith Clarke", customerId });
  const cards = [await issue(), await issue(), await issue()];
  await signInAs("manager");
  await expect(async () => {
    const found = await (await page.request.get(`/customers/${customerId}`)).text();
    for (const { lastFour } of cards) expect(found).toContain(lastFour);
  }).toPass(INDEX_TIMEOUT);
  const [first, second, third] = cards;
  const blockElsewhere = async (card = third) => sandbox.blockCard(card?.id ?? "", "lost");
  await blockElsewhere(first);
  await blockElsewhere(second);
  await overviewPage.open();
  // Elements behind a dialog can't be found by role.
  const group = page.locator("section[aria-label='Changed outside Cardwell']");
  const itemFor = (card = third) =>
    group.locator("li").filter({ hasText: `•• ${card?.lastFour}, Edith Clarke` });
  await expect(itemFor(first)).toHaveCount(1, INDEX_TIMEOUT);
  await expect(itemFor(second)).toHaveCount(1, INDEX_TIMEOUT);
  const total = Number(await group.locator("h3 span").textContent());

  await page.getByRole("button", { name: "Dismiss all: Changed outside Cardwell" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("seen");
  await blockElsewhere(third);
  await expect(itemFor(third)).toHaveCount(1, INDEX_TIMEOUT);
  await expect(dialog).toContainText(`${total} items under`);

  let isAborted = false;
  await intercept(page, "**/*", async (route) => {
    if (isAborted || route.request().headers()["next-action"] === undefined) return route.fallback();
    isAborted = true;
    await route.abort("connectionreset");
  });
  const dismissAllButton = dialog.getByRole("button", { name: "Dismiss all", exact: true });
  await dismissAllButton.click();
  await expect(dialog.getByText("Cardwell didn’t respond")).toBeVisible();
  await dismissAllButton.click();
  await expect(dialog.getByText("The list changed since you opened this dialog")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(itemFor(third)).toHaveCount(1);

  await overviewPage.dismissAll("Changed outside Cardwell", "seen");
  await expect(
    page.getByText(`Dismissed: ${total + 1} items under “Changed outside Cardwell”`).first(),
  ).toBeVisible();
  await expect(group).toHaveCount(0);
});

test("shows a follow-up request on a manager's open overview until it is dismissed", async ({
  page,
  cardPage,
  sandbox,
  signInAs,
  openBrowser,
}) => {
  const card = await sandbox.issueCard({ holder: "Stella Stolen" });
  await signInAs("support");
  const manager = await (await openBrowser("manager")).newPage();
  const overview = new OverviewPage(manager);
  await overview.open();
  await expect(manager.getByText("Connected", { exact: true })).toBeAttached();

  await cardPage.openConnected(card.id);
  await page.getByLabel("New note").fill("Stolen in Rome. Please reissue.");
  await page.getByLabel("Ask a manager to follow up").check();
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Managers see it on their overview.")).toBeVisible();

  const item = overview.item("Follow-up requested", "Stolen in Rome. Please reissue.");
  await expect(item).toBeVisible(INDEX_TIMEOUT);
  await expect(item.getByRole("link", { name: /^View card/ })).toHaveAttribute("href", `/cards/${card.id}`);
  await overview.dismiss(item, "reissued");
  await expect(item).toHaveCount(0);
});
