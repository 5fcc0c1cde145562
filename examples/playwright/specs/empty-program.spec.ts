import { expect, test } from "../fixtures.js";

test("a new program begins with its first card", async ({ sandbox, signInAs, cardsPage, page }) => {
  test.skip(!process.env.CARDWELL_FOLDER, "Only in a world of its own: other tests would lose their cards.");
  await sandbox.reset({ scenario: "empty" });
  await signInAs("support");
  await cardsPage.open();
  await expect(page.getByText("No cards yet")).toBeVisible();

  await sandbox.issueCard({ holder: "Ada Lovelace" });
  await expect(cardsPage.rows).toHaveCount(1);
  await expect(cardsPage.rows).toContainText("Ada Lovelace");
});
