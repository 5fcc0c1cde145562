import { loseNextAnswer } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import { CardPage } from "@/e2e/pages/card-page";

test("a freeze whose answer was lost, and which a colleague undid, freezes the card again", async ({
  page,
  sandbox,
  enter,
  openBrowser,
  cardPage,
}) => {
  const card = await sandbox.issueCard();
  await enter("support");
  await cardPage.openLive(card.id);
  await loseNextAnswer(page);
  await cardPage.freezeButton.click();
  await cardPage.button("Freeze").click();
  await expect(cardPage.status).toHaveText("Frozen");

  const colleague = new CardPage(await (await openBrowser("manager")).newPage());
  await colleague.openLive(card.id);
  await colleague.unfreezeButton.click();
  await expect(colleague.dialog).toContainText("Mina Reyes froze this card at");
  await colleague.button("Unfreeze").click();
  await expect(cardPage.status).toHaveText("Active");
  await cardPage.freezeButton.click();
  await cardPage.button("Freeze").click();
  await expect(page.getByText(`Your card ending ${card.lastFour} was frozen at`)).toBeVisible();
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "FROZEN" });
});

test("a card is followed only while its freeze is shown, and not without end", async ({
  page,
  sandbox,
  enter,
  cardsPage,
}) => {
  const [dismissed, kept] = [
    await sandbox.issueCard({ name: "Dismissed freeze" }),
    await sandbox.issueCard({ name: "Kept freeze" }),
  ];
  const readings: string[] = [];
  page.on("request", (request) => {
    const [, id] = /\/api\/cards\/([^/]+)\/status$/.exec(new URL(request.url()).pathname) ?? [];
    if (id) readings.push(id);
  });
  const readingsOf = ({ id }: { id: string }) => readings.filter((read) => read === id).length;
  /** The header asks every ten seconds: once it has, whatever else was due has been sent too. */
  const forward = async (time: string) => {
    const asked = page.waitForResponse("**/api/connection");
    await page.clock.fastForward(time);
    await asked;
  };
  await enter("support");
  await page.clock.install();
  await cardsPage.open();
  await cardsPage.freeze(cardsPage.row("Dismissed freeze").first());
  await expect(cardsPage.row("Dismissed freeze").first()).toContainText("Frozen");
  await page.getByRole("dialog", { name: /^Frozen at/ }).hover();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("dialog", { name: /^Frozen at/ })).toHaveCount(0);
  await cardsPage.freeze(cardsPage.row("Kept freeze").first());
  await expect(page.getByText(/^Frozen at .* confirmed by the issuer$/).first()).toBeVisible();
  await expect.poll(() => readingsOf(kept)).toBeGreaterThan(0);

  const before = { dismissed: readingsOf(dismissed), kept: readingsOf(kept) };
  await forward("00:11");
  await expect.poll(() => readingsOf(kept)).toBeGreaterThan(before.kept);
  expect(readingsOf(dismissed)).toBe(before.dismissed);

  await forward("10:00");
  await forward("00:11");
  const last = readingsOf(kept);
  await forward("00:11");
  await forward("00:11");
  expect(readingsOf(kept)).toBe(last);
});

test("what came of a freeze whose answer was lost is found out by reading the card", async ({
  page,
  sandbox,
  enter,
  cardPage,
}) => {
  const card = await sandbox.issueCard();
  await enter("support");
  await cardPage.openLive(card.id);
  await loseNextAnswer(page);
  await cardPage.freezeButton.click();
  await cardPage.button("Freeze").click();
  await expect(page.getByText(`You froze the card ending ${card.lastFour}`)).toBeVisible();
});
