import { dropNextActionResponse } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import { CardPage } from "@/e2e/pages/card-page";

test("a new freeze works after one whose response was lost and that a colleague undid", async ({
  page,
  sandbox,
  signInAs,
  openBrowser,
  cardPage,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("support");
  await cardPage.openConnected(card.id);
  await dropNextActionResponse(page);
  await cardPage.freezeButton.click();
  await cardPage.button("Freeze").click();
  await expect(cardPage.status).toHaveText("Frozen");

  const colleague = new CardPage(await (await openBrowser("manager")).newPage());
  await colleague.openConnected(card.id);
  await colleague.unfreezeButton.click();
  await expect(colleague.dialog).toContainText("Mina Reyes froze this card at");
  await colleague.button("Unfreeze").click();
  await expect(cardPage.status).toHaveText("Active");
  await cardPage.freezeButton.click();
  await cardPage.button("Freeze").click();
  await expect(page.getByText(`Your card ending in ${card.lastFour} was frozen at`)).toBeVisible();
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "FROZEN" });
});

test("polls a card only while its freeze confirmation is shown, and for a limited time", async ({
  page,
  sandbox,
  signInAs,
  cardsPage,
}) => {
  const [dismissed, active] = [
    await sandbox.issueCard({ name: "Dismissed freeze" }),
    await sandbox.issueCard({ name: "Kept freeze" }),
  ];
  const statusReads: string[] = [];
  page.on("request", (request) => {
    const [, id] = /\/api\/cards\/([^/]+)\/status$/.exec(new URL(request.url()).pathname) ?? [];
    if (id) statusReads.push(id);
  });
  const countReads = ({ id }: { id: string }) => statusReads.filter((read) => read === id).length;
  /** The header polls every ten seconds; after its request all other due requests have been sent too. */
  const fastForward = async (time: string) => {
    const polled = page.waitForResponse("**/api/connection");
    await page.clock.fastForward(time);
    await polled;
  };
  await signInAs("support");
  await page.clock.install();
  await cardsPage.open();
  await cardsPage.freeze(cardsPage.row("Dismissed freeze").first());
  await expect(cardsPage.row("Dismissed freeze").first()).toContainText("Frozen");
  await page.getByRole("dialog", { name: /^Frozen at/ }).hover();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("dialog", { name: /^Frozen at/ })).toHaveCount(0);
  await cardsPage.freeze(cardsPage.row("Kept freeze").first());
  await expect(page.getByText(/^Frozen at .* confirmed by the issuer$/).first()).toBeVisible();
  await expect.poll(() => countReads(active)).toBeGreaterThan(0);

  const before = { dismissed: countReads(dismissed), active: countReads(active) };
  await fastForward("00:11");
  await expect.poll(() => countReads(active)).toBeGreaterThan(before.active);
  expect(countReads(dismissed)).toBe(before.dismissed);

  await fastForward("10:00");
  await fastForward("00:11");
  const lastCount = countReads(active);
  await fastForward("00:11");
  await fastForward("00:11");
  expect(countReads(active)).toBe(lastCount);
});

test("finds the outcome of a freeze whose response was lost by reading the card", async ({
  page,
  sandbox,
  signInAs,
  cardPage,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("support");
  await cardPage.openConnected(card.id);
  await dropNextActionResponse(page);
  await cardPage.freezeButton.click();
  await cardPage.button("Freeze").click();
  await expect(page.getByText(`You froze the card ending in ${card.lastFour}`)).toBeVisible();
});
