import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";

test.afterEach(async ({ sandbox }) => {
  await sandbox.clearFaults();
  await sandbox.clearDisagreements();
  await sandbox.setClock(new Date());
});

test("makes a purchase and shows the issuer's decision", async ({ sandbox, signInAs, sandboxPage }) => {
  const card = await sandbox.issueCard({ spendLimit: 100 });
  await signInAs("finance");
  await sandboxPage.open();
  await sandboxPage.purchase.getByRole("button", { name: "Make purchase" }).click();
  await expect(sandboxPage.purchase.getByText("Choose a card or enter a card ID.")).toBeVisible();
  await sandboxPage.pay(card.id, 60);
  await expect(sandboxPage.purchase.getByText("Approved", { exact: true })).toBeVisible();
  await sandboxPage.pay(card.id, 60);
  await expect(sandboxPage.purchase.getByText("Declined: R2")).toBeVisible();
  await sandbox.freezeCard(card.id, true);
  await sandboxPage.pay(card.id, 1);
  await expect(sandboxPage.purchase.getByText("Decline reason: the card is frozen.")).toBeVisible();
  await sandboxPage.pay("nobody", 1);
  await expect(sandboxPage.purchase.getByText("Enter a complete card ID.")).toBeVisible();
  await sandboxPage.pay("00000000-0000-4000-8000-000000000000", 1);
  await expect(sandboxPage.purchase.getByRole("alert")).toContainText("Card not found");
  await sandboxPage.pay(card.id, -1);
  await expect(sandboxPage.purchase.getByText("Must be more than 0.")).toBeVisible();
});

test("a purchase on the card page appears at once, and can be cleared and refunded", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard({ spendLimit: 100 });
  await signInAs("support");
  await cardPage.openConnected(card.id);
  await expect(page.getByText("No transactions yet")).toBeVisible();
  await page.getByRole("button", { name: "Simulate purchase" }).click();
  await cardPage.dialog.getByLabel("Amount").fill("30");
  await cardPage.button("Make purchase").click();
  await expect(cardPage.dialog.getByText("Approved", { exact: true })).toBeVisible();
  await cardPage.button("Close").last().click();
  await expect(cardPage.transactions.getByRole("listitem")).toContainText(["Pending"]);
  await expect(cardPage.fact("Available credit")).toHaveText("USD 70.00");

  for (const [step, status] of [
    ["Clear", "Cleared"],
    ["Refund", "Refunded"],
  ] as const) {
    await cardPage.transactions.getByRole("button", { name: /^Simulate actions on transaction/ }).click();
    await page.getByRole("menuitem", { name: step }).click();
    await expect(cardPage.transactions.getByRole("listitem")).toContainText([status]);
  }
  await expect(cardPage.fact("Available credit")).toHaveText("USD 100.00");
  await expect(cardPage.event(/Simulate purchase by/)).toBeVisible();
});

test("moves the issuer's clock and resets it", async ({ sandbox, signInAs, sandboxPage }) => {
  await signInAs("manager");
  await sandboxPage.open();
  await expect(sandboxPage.clock).toContainText("In sync with real time.");
  await sandboxPage.clock.getByRole("button", { name: "+1 day" }).click();
  await expect(sandboxPage.clock).toContainText("1 day ahead of real time.");
  expect((await sandbox.clock()).offsetSeconds).toBeGreaterThan(86_000);
  await sandboxPage.clock.getByRole("button", { name: "Reset to now" }).click();
  await expect(sandboxPage.clock).toContainText("In sync with real time.");
});

test("adds a fault for one card, which appears on that card's page", async ({
  sandbox,
  signInAs,
  sandboxPage,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("admin");
  await cardPage.open(card.id);
  await sandboxPage.open();
  await expect(sandboxPage.faults).toContainText("No active faults");
  await sandboxPage.addFault({
    call: "Read one card",
    behavior: "Returns 500 (server error)",
    cardId: card.id,
  });
  await expect(sandboxPage.activeFaults).toContainText([`GET /cards/${card.id}/`]);
  await cardPage.open(card.id);
  await expect(page.getByRole("alert").filter({ hasText: "The issuer is unavailable" })).toBeVisible();

  await sandboxPage.open();
  await sandboxPage.addFault({ call: "Block", behavior: "Returns HTML instead of JSON", times: 5 });
  await expect(sandboxPage.activeFaults).toHaveCount(1);
  await sandboxPage.faults.getByRole("button", { name: "Clear all" }).click();
  await expect(sandboxPage.faults).toContainText("No active faults");
  expect((await sandbox.faults()).faults).toEqual([]);
});

test("makes a report file disagree, and clears it", async ({ sandbox, signInAs, sandboxPage, page }) => {
  const day = toIsoDate(new Date(Date.now() - 5 * 86_400_000));
  await signInAs("finance");
  await sandboxPage.open();
  await expect(sandboxPage.disagreements).toContainText("No active disagreements");
  await sandboxPage.addDisagreement({ kind: "A balance is wrong", report: "Cardholder fees" });
  await expect(sandboxPage.disagreements).toContainText("Needs a settlement report");
  await sandboxPage.addDisagreement({
    kind: "A row is missing",
    report: "Daily settlement",
    rows: 2,
    date: day,
  });
  await expect(sandboxPage.activeDisagreements).toContainText([`${formatDay(day)}, 2 changes`]);
  await sandboxPage.addDisagreement({ kind: "Other column names", report: "Monthly settlement" });
  await expect(sandboxPage.activeDisagreements.last()).toContainText("Monthly settlement, next file");
  await expectAccessible(page);
  expect((await sandbox.disagreements()).disagreements).toMatchObject([
    { kind: "missing-row", type: "daily", day, count: 2 },
    { kind: "other-column-names", type: "monthly", day: null },
  ]);
  await sandboxPage.disagreements.getByRole("button", { name: "Clear all" }).click();
  await expect(sandboxPage.disagreements).toContainText("No active disagreements");
  expect((await sandbox.disagreements()).disagreements).toEqual([]);
});

test("resets the sandbox after a typed confirmation", async ({ sandbox, signInAs, sandboxPage, page }) => {
  const card = await sandbox.issueCard();
  await signInAs("admin");
  await sandboxPage.open();
  await page.getByRole("button", { name: "Reset sandbox" }).click();
  const dialog = page.getByRole("dialog");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Reset", exact: true }).click();
  await expect(dialog.getByText("Enter “reset” to confirm.")).toBeVisible();
  await dialog.getByLabel("Type reset to confirm").fill("reset");
  await dialog.getByRole("button", { name: "Reset", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Sandbox reset").last()).toBeVisible();
  expect((await sandbox.health()).counts.cards).toBeGreaterThan(300);
  await expect(sandbox.getCard(card.id)).rejects.toThrow("404");
});
