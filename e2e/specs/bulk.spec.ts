import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";
import { RunPage } from "@/e2e/pages/run-page";

const UNKNOWN_ID = "6d3c1b0a-9f8e-4d7c-8b6a-5f4e3d2c1b0a";
/** How long the index may take to learn of new cards, and a run to begin. */
const SOON = { timeout: 60_000 };

test("support freezes the cards that it chose by keyboard, and sees what happened to each", async ({
  page,
  cardsPage,
  sandbox,
  signInAs,
}) => {
  const customerId = `bulk_${Date.now()}`;
  const cards = [];
  for (const name of ["First", "Second", "Third"])
    cards.push(await sandbox.issueCard({ holder: "Grace Hopper", name, customerId }));
  const [first, second, third] = cards;
  await sandbox.freezeCard(third?.id ?? "", true);
  await signInAs("support");
  await expect(async () => {
    await cardsPage.open(`?customer=${customerId}`);
    await expect(cardsPage.rows).toHaveCount(3);
    await expect(cardsPage.row("Third")).toContainText("Frozen");
  }).toPass(SOON);

  const bar = page.getByRole("group", { name: "Selected cards" });
  await cardsPage.row("Third").getByRole("link").first().focus();
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  await expect(bar.getByRole("status")).toHaveText("2 selected");
  await page.keyboard.press("x");
  await expect(bar.getByRole("status")).toHaveText("1 selected");
  await cardsPage
    .row("First")
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(bar.getByRole("status")).toHaveText("3 selected");
  await expect(bar.getByRole("button", { name: "Unfreeze selected…" })).toHaveCount(0);
  await expectAccessibleEverywhere(page);

  await bar.getByRole("button", { name: "Freeze selected…" }).click();
  await expect(page).toHaveURL(/\/bulk\/[0-9a-f-]{36}$/);
  const run = new RunPage(page);
  await expect(run.heading).toHaveText("Freeze 2 cardsNot started");
  await expect(run.item(`•• ${third?.lastFour}`)).toContainText("Already frozen");
  await expect(run.item(`•• ${first?.lastFour}`)).toContainText("Will be frozen");
  await expectAccessibleEverywhere(page);
  await run.start();
  await run.expectFinished();
  await expect(run.progress).toHaveText("2 of 2 cards done");
  for (const card of [first, second])
    expect(await sandbox.getCard(card?.id ?? "")).toMatchObject({ status: "FROZEN" });
  await expect(page.getByRole("button", { name: /^Unfreeze these/ })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await expectAccessibleEverywhere(page);

  await page.goto("/bulk");
  await expect(page.getByRole("table", { name: "Bulk runs" })).toContainText("Freeze 2 cards");
  await expectAccessibleEverywhere(page);
});

test("a manager freezes a customer's cards and undoes exactly that", async ({ page, sandbox, signInAs }) => {
  const customerId = `bulk_undo_${Date.now()}`;
  const kept = await sandbox.issueCard({ holder: "Alan Turing", name: "Kept", customerId });
  const undone = await sandbox.issueCard({ holder: "Alan Turing", name: "Undone", customerId });
  await signInAs("manager");
  await expect(async () => {
    await page.goto(`/customers/${customerId}`);
    await expect(page.getByText("2 cards")).toBeVisible({ timeout: 2_000 });
  }).toPass(SOON);
  await page.getByRole("button", { name: "Freeze all cards…" }).click();
  const run = new RunPage(page);
  await expect(run.heading).toHaveText("Freeze 2 cardsNot started");
  await run.start();
  await run.expectFinished();

  await sandbox.blockCard(kept.id, "lost");
  await page.getByRole("button", { name: "Unfreeze these 2 cards…" }).click();
  await expect(run.heading).toHaveText(/^Unfreeze [12] cards?Not started/);
  await run.start();
  await run.expectFinished();
  expect(await sandbox.getCard(kept.id)).toMatchObject({ status: "BLOCKED" });
  expect(await sandbox.getCard(undone.id)).toMatchObject({ status: "ACTIVE" });
});

test("pasted IDs and last fours are resolved in the preview, and card numbers are refused", async ({
  page,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Katherine Johnson" });
  await signInAs("manager");
  await page.goto("/bulk");
  const box = page.getByRole("textbox", { name: "Card IDs or last fours" });
  await box.fill("4111111111111111");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("This could contain a card number")).toBeVisible();
  const run = new RunPage(page);
  await expect(async () => {
    await page.goto("/bulk");
    await box.fill(`${card.id}, ${UNKNOWN_ID}`);
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(run.heading).toHaveText("Freeze 1 cardNot started", { timeout: 5_000 });
  }).toPass(SOON);
  await expect(run.item(UNKNOWN_ID)).toContainText("No such card");
  await expect(run.item(card.lastFour)).toContainText("Katherine Johnson");
});
