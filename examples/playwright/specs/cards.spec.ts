import { randomUUID } from "node:crypto";
import { expect, test } from "../fixtures.js";

test("issues a card", async ({ signInAs, createCardPage, cardsPage, waitForIndex }) => {
  const customerId = `cust_${randomUUID()}`;
  await signInAs("manager");
  await createCardPage.issueCard({ kind: "consumer", customerId }, { type: "virtual", name: "Travel" });
  await waitForIndex();
  await cardsPage.open();
  await cardsPage.search.fill(customerId);
  await expect(cardsPage.rows).toHaveCount(1);
  await expect(cardsPage.rows).toContainText("Ada Lovelace");
});

test("freezes and unfreezes a card", async ({ sandbox, signInAs, cardPage }) => {
  const card = await sandbox.issueCard({ holder: "Grace Hopper", spendLimit: 100 });
  await signInAs("support");
  await cardPage.openConnected(card.id);
  await cardPage.freeze();
  expect(await sandbox.authorize(card.id, 10)).toMatchObject({ approved: false, code: "R1" });
  await expect(cardPage.transactions.getByRole("listitem").first()).toContainText("Declined");

  await cardPage.unfreeze();
  expect(await sandbox.authorize(card.id, 10)).toMatchObject({ approved: true });
});

test("blocks a card", async ({ sandbox, signInAs, cardPage }) => {
  const card = await sandbox.issueCard();
  await signInAs("manager");
  await cardPage.openConnected(card.id);
  await cardPage.block("Lost", card.lastFour);
  await cardPage.waitForStatus("Blocked");
  expect(await sandbox.authorize(card.id, 10)).toMatchObject({ approved: false, code: "R8" });
});

test("reissues a card with a new number", async ({ sandbox, signInAs, cardPage }) => {
  const card = await sandbox.issueCard();
  await signInAs("manager");
  await cardPage.openConnected(card.id);
  await cardPage.reissue({ reason: "Damaged", option: "New number, new expiry" });
  const { lastFour } = await sandbox.getCard(card.id);
  expect(lastFour).not.toBe(card.lastFour);
  await expect(cardPage.heading).toContainText(lastFour);
});
