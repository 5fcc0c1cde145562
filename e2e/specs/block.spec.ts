import type { Fault } from "@/e2e/fixtures/sandbox";
import { holdRefreshes } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";

test.afterEach(({ sandbox }) => sandbox.clearFaults());

test("blocks by keyboard alone, after saying that it is final", async ({
  sandbox,
  enter,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard({ holder: "Ada Lovelace" });
  await enter("manager");
  await cardPage.openLive(card.id);
  await page.keyboard.press("b");
  await expect(cardPage.dialog).toContainText("This is permanent: a blocked card can’t be unblocked.");
  await expect(cardPage.dialog).toContainText("declined with code R8");

  await expect(cardPage.dialog.getByRole("radio", { name: "Lost" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(cardPage.dialog.getByRole("radio", { name: "Stolen" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.type(card.lastFour);
  await page.keyboard.press("Enter");

  await expect(cardPage.status).toHaveText("Blocked");
  await expect(cardPage.fact("Reason")).toHaveText("stolen");
  await expect(page.getByText(`Your card ending ${card.lastFour} is permanently blocked`)).toBeVisible();
  await expect(cardPage.event(/^Blocked by .*, confirmed by the issuer/)).toContainText("Reason: stolen");
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "BLOCKED", statusReason: "stolen" });
  expect(await sandbox.authorize(card.id, 10)).toMatchObject({ approved: false, code: "R8" });

  await expect(cardPage.blockButton).toHaveAccessibleDescription("This card is already blocked permanently.");
  await expect(cardPage.reissueButton).toHaveAccessibleDescription(/A blocked card can’t be reissued/);
  await expect(cardPage.freezeButton).toHaveCount(0);
  await expect(page.getByText("Permanently blocked. This card can’t be frozen or unfrozen.")).toBeVisible();
});

test("all of the page says blocked as soon as the issuer has confirmed it", async ({
  sandbox,
  enter,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await enter("manager");
  await cardPage.openLive(card.id);
  const letThrough = await holdRefreshes(page);
  await cardPage.blockButton.click();
  await cardPage.choose("Lost");
  await cardPage.dialog.getByLabel(/last four digits/).fill(card.lastFour);
  await cardPage.button("Block permanently").click();
  await expect(page.getByText(`Your card ending ${card.lastFour} is permanently blocked`)).toBeVisible();
  await expect(cardPage.status).toHaveText("Blocked");
  await expect(cardPage.freezeButton).toHaveCount(0);
  await expect(cardPage.blockButton).toHaveAccessibleDescription(/already blocked/);
  await letThrough();
});

test("wants the last four digits, and a reason", async ({ sandbox, enter, cardPage }) => {
  const card = await sandbox.issueCard();
  const wrong = card.lastFour === "0000" ? "1111" : "0000";
  await enter("admin");
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
  await digits.fill(wrong);
  await expect(cardPage.dialog.getByText("The digits don’t match this card’s last four.")).toBeVisible();
  await cardPage.button("Block permanently").click();
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "ACTIVE" });
});

test("takes a reason in one's own words, up to what the issuer keeps", async ({
  sandbox,
  enter,
  cardPage,
}) => {
  const card = await sandbox.issueCard();
  await enter("admin");
  await cardPage.open(card.id, "?block");
  await cardPage.choose("Other");
  await cardPage.dialog.getByLabel(/last four digits/).fill(card.lastFour);
  await cardPage.button("Block permanently").click();
  await expect(cardPage.dialog.getByText("Enter a reason.")).toBeVisible();
  const words = cardPage.dialog.getByLabel("Other reason");
  await words.fill("x".repeat(256));
  await expect(cardPage.dialog.getByText("Must be at most 255 characters.")).toBeVisible();
  await words.fill("Company closed its program");
  await cardPage.button("Block permanently").click();
  await expect(cardPage.fact("Reason")).toHaveText("Company closed its program");
});

test("keeps what was chosen when the dialog closes, and Back closes it", async ({
  sandbox,
  enter,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await enter("admin");
  await cardPage.openLive(card.id);
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

test("a card blocked for suspected fraud says in words why it cannot be frozen", async ({
  sandbox,
  enter,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await enter("admin");
  await page.route("**/api/events", (route) => route.abort());
  await cardPage.open(card.id);
  await expect(cardPage.status).toHaveText("Active");
  const checked = page.waitForResponse(`**/api/cards/${card.id}/status`);
  await cardPage.freezeButton.click();
  await checked;
  // Blocked elsewhere after the question was checked, and this page does not know yet.
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

const TROUBLES: { name: string; times: number; fault: Fault; says: string; isSafe: boolean }[] = [
  {
    name: "is down",
    times: 1,
    fault: { type: "status", status: 503 },
    says: "The issuer is unavailable",
    isSafe: true,
  },
  {
    name: "makes a mistake",
    times: 1,
    fault: { type: "status", status: 500 },
    says: "The issuer is unavailable",
    isSafe: true,
  },
  {
    name: "does not take our key",
    times: 1,
    fault: { type: "status", status: 401 },
    says: "The issuer rejected our API key",
    isSafe: false,
  },
  {
    name: "refuses",
    times: 1,
    fault: { type: "status", status: 400 },
    says: "Request rejected",
    isSafe: false,
  },
  {
    name: "knows no such card",
    times: 1,
    fault: { type: "status", status: 404 },
    says: "The issuer has no card with this ID",
    isSafe: false,
  },
  { name: "hangs up", times: 2, fault: { type: "drop" }, says: "The issuer is unavailable", isSafe: true },
  {
    name: "answers rubbish",
    times: 1,
    fault: { type: "rubbish" },
    says: "Invalid response from the issuer",
    isSafe: true,
  },
];

for (const { name, times, fault, says, isSafe } of TROUBLES) {
  test(`when the issuer ${name}, the dialog says so and keeps what was chosen`, async ({
    sandbox,
    enter,
    cardPage,
  }) => {
    const card = await sandbox.issueCard();
    await enter("admin");
    await cardPage.openLive(card.id);
    await sandbox.addFault({ method: "PUT", path: `/cards/${card.id}/block/`, times, fault });
    await cardPage.block("Account closed", card.lastFour);
    const alert = cardPage.dialog.getByRole("alert");
    await expect(alert).toContainText(says);
    await expect(alert).toContainText(isSafe ? /safe to try again/i : "Trying again won’t help");
    await expect(cardPage.dialog.getByRole("radio", { name: "Account closed" })).toBeChecked();
    await expect(cardPage.dialog.getByLabel(/last four digits/)).toHaveValue(card.lastFour);
    await cardPage.button("Block permanently").click();
    await expect(cardPage.status).toHaveText("Blocked");
  });
}
