import type { Fault } from "@/e2e/fixtures/sandbox-types";
import { delayRefreshes, intercept } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";

test.afterEach(({ sandbox }) => sandbox.clearFaults());

test("blocks with the keyboard only, after a warning that it is permanent", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard({ holder: "Ada Lovelace" });
  await signInAs("manager");
  await cardPage.openConnected(card.id);
  await page.keyboard.press("b");
  await expect(cardPage.dialog).toContainText("This is permanent: a blocked card can’t be unblocked.");
  await expect(cardPage.dialog).toContainText("declined (code R8)");

  await expect(cardPage.dialog.getByRole("radio", { name: "Lost" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(cardPage.dialog.getByRole("radio", { name: "Stolen" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.type(card.lastFour);
  await page.keyboard.press("Enter");

  await expect(cardPage.status).toHaveText("Blocked");
  await expect(cardPage.fact("Reason")).toHaveText("stolen");
  await expect(page.getByText(`Your card ending in ${card.lastFour} is permanently blocked`)).toBeVisible();
  await expect(cardPage.event(/^Blocked by .*, confirmed by the issuer/)).toContainText("Reason: stolen");
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "BLOCKED", statusReason: "stolen" });
  expect(await sandbox.authorize(card.id, 10)).toMatchObject({ approved: false, code: "R8" });

  await expect(cardPage.blockButton).toHaveAccessibleDescription("This card is already blocked permanently.");
  await expect(cardPage.reissueButton).toHaveAccessibleDescription(/A blocked card can’t be reissued/);
  await expect(cardPage.freezeButton).toHaveCount(0);
  await expect(page.getByText("Permanently blocked. This card can’t be frozen or unfrozen.")).toBeVisible();
});

test("shows the card as blocked everywhere as soon as the issuer confirms it", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("manager");
  await cardPage.openConnected(card.id);
  const release = await delayRefreshes(page);
  await cardPage.blockButton.click();
  await cardPage.choose("Lost");
  await cardPage.dialog.getByLabel(/last four digits/).fill(card.lastFour);
  await cardPage.button("Block permanently").click();
  await expect(page.getByText(`Your card ending in ${card.lastFour} is permanently blocked`)).toBeVisible();
  await expect(cardPage.status).toHaveText("Blocked");
  await expect(cardPage.freezeButton).toHaveCount(0);
  await expect(cardPage.blockButton).toHaveAccessibleDescription(/already blocked/);
  await release();
});

test("requires the last four digits and a reason", async ({ sandbox, signInAs, cardPage }) => {
  const card = await sandbox.issueCard();
  const wrongDigits = card.lastFour === "0000" ? "1111" : "0000";
  await signInAs("admin");
  await cardPage.open(card.id, "?block");
  const digits = cardPage.dialog.getByLabel(/last four digits/);
  await digits.fill(card.lastFour);
  await cardPage.button("Block permanently").click();
  await expect(cardPage.dialog.getByText("Choose a reason.")).toBeVisible();

  await cardPage.choose("Lost");
  await digits.fill(card.lastFour.slice(0, 3));
  await cardPage.button("Block permanently").click();
  await expect(cardPage.dialog.getByText("Enter 1 more digit.")).toBeVisible();
  await expect(digits).toBeFocused();
  await digits.fill(wrongDigits);
  await expect(cardPage.dialog.getByText("The digits don’t match this card’s last four.")).toBeVisible();
  await cardPage.button("Block permanently").click();
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "ACTIVE" });
});

test("accepts a custom reason up to the issuer's limit", async ({ sandbox, signInAs, cardPage }) => {
  const card = await sandbox.issueCard();
  await signInAs("admin");
  await cardPage.open(card.id, "?block");
  await cardPage.choose("Other");
  await cardPage.dialog.getByLabel(/last four digits/).fill(card.lastFour);
  await cardPage.button("Block permanently").click();
  await expect(cardPage.dialog.getByText("Enter a reason.")).toBeVisible();
  const customReason = cardPage.dialog.getByLabel("Other reason");
  await customReason.fill("x".repeat(256));
  await expect(cardPage.dialog.getByText("Must be at most 255 characters.")).toBeVisible();
  await customReason.fill("Company closed its program");
  await cardPage.button("Block permanently").click();
  await expect(cardPage.fact("Reason")).toHaveText("Company closed its program");
});

test("keeps the input when the dialog is closed, and closes it with Back", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("admin");
  await cardPage.openConnected(card.id);
  await cardPage.blockButton.click();
  await expect(page).toHaveURL(/#block$/);
  await cardPage.choose("Other");
  await cardPage.dialog.getByLabel("Other reason").fill("The holder moved away");
  await page.goBack();
  await expect(cardPage.dialog).toBeHidden();
  await cardPage.blockButton.click();
  await expect(cardPage.dialog.getByLabel("Other reason")).toHaveValue("The holder moved away");
  await page.reload();
  await expect(cardPage.dialog).toBeVisible();
});

test("explains why a card blocked for suspected fraud can't be frozen", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("admin");
  await intercept(page, "**/api/events*", (route) => route.abort());
  await cardPage.open(card.id);
  await expect(cardPage.status).toHaveText("Active");
  const checked = page.waitForResponse(`**/api/cards/${card.id}/status`);
  await cardPage.freezeButton.click();
  await checked;
  // Blocked elsewhere after the dialog's status check, which this page doesn't know yet.
  await sandbox.blockCard(card.id, "FRAUD_SUSPECTED");
  await cardPage.button("Freeze").click();
  await expect(page.getByRole("alert").filter({ hasText: "blocked for suspected fraud" })).toContainText(
    "Nothing was changed",
  );
  await page.reload();
  await expect(cardPage.freezeButton).toHaveCount(0);
  await expect(
    page.getByText("Blocked for suspected fraud. This card can’t be frozen or unfrozen."),
  ).toBeVisible();
});

const FAULT_CASES: { name: string; times: number; fault: Fault; message: string; isSafeToRetry: boolean }[] =
  [
    {
      name: "is unavailable",
      times: 1,
      fault: { type: "status", status: 503 },
      message: "The issuer is unavailable",
      isSafeToRetry: true,
    },
    {
      name: "returns a server error",
      times: 1,
      fault: { type: "status", status: 500 },
      message: "The issuer is unavailable",
      isSafeToRetry: true,
    },
    {
      name: "rejects our API key",
      times: 1,
      fault: { type: "status", status: 401 },
      message: "The issuer rejected our API key",
      isSafeToRetry: false,
    },
    {
      name: "rejects the request",
      times: 1,
      fault: { type: "status", status: 400 },
      message: "Request rejected",
      isSafeToRetry: false,
    },
    {
      name: "doesn't know the card",
      times: 1,
      fault: { type: "status", status: 404 },
      message: "The issuer has no card with this ID",
      isSafeToRetry: false,
    },
    {
      name: "drops the connection",
      times: 2,
      fault: { type: "drop" },
      message: "The issuer is unavailable",
      isSafeToRetry: true,
    },
    {
      name: "returns an invalid response",
      times: 1,
      fault: { type: "rubbish" },
      message: "Invalid response from the issuer",
      isSafeToRetry: true,
    },
  ];

for (const { name, times, fault, message, isSafeToRetry } of FAULT_CASES) {
  test(`when the issuer ${name}, the dialog reports it and keeps the input`, async ({
    sandbox,
    signInAs,
    cardPage,
  }) => {
    const card = await sandbox.issueCard();
    await signInAs("admin");
    await cardPage.openConnected(card.id);
    await sandbox.addFault({ method: "PUT", path: `/cards/${card.id}/block/`, times, fault });
    await cardPage.block("Account closed", card.lastFour);
    const alert = cardPage.dialog.getByRole("alert");
    await expect(alert).toContainText(message);
    await expect(alert).toContainText(isSafeToRetry ? /safe to try again/i : "Trying again won’t help");
    await expect(cardPage.dialog.getByRole("radio", { name: "Account closed" })).toBeChecked();
    await expect(cardPage.dialog.getByLabel(/last four digits/)).toHaveValue(card.lastFour);
    await cardPage.button("Block permanently").click();
    await expect(cardPage.status).toHaveText("Blocked");
  });
}
