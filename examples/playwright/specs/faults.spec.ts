import { expect, test } from "../fixtures.js";

test("explains that the issuer is unavailable, and recovers", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard({ holder: "Katherine Johnson" });
  await signInAs("support");
  await cardPage.open(card.id);
  // The path of one card, so that tests of other workers don't notice. The dashboard tries a read three times.
  await sandbox.addFault({
    method: "GET",
    path: `/cards/${card.id}/`,
    times: 3,
    fault: { type: "status", status: 503 },
  });
  await page.reload();
  const alert = page.getByRole("alert").filter({ hasText: "The issuer is unavailable" });
  await expect(alert).toBeVisible();
  await expect(cardPage.fact("Cardholder")).toHaveText("Katherine Johnson");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toBeHidden();
});

test("a card issued tomorrow is dated by the issuer's clock", async ({ sandbox, signInAs, cardPage }) => {
  const { now } = await sandbox.advanceClock(24 * 60 * 60);
  const card = await sandbox.issueCard();
  await sandbox.setClock(new Date());
  expect(card.created.slice(0, 10)).toBe(now.slice(0, 10));
  await signInAs("support");
  await cardPage.open(card.id);
  await expect(cardPage.heading).toContainText(card.lastFour);
});
