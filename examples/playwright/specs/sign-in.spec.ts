import { DEMO_PASSWORD, emailOf } from "cardwell/e2e";
import { expect, test } from "../fixtures.js";

for (const role of ["admin", "manager", "support", "finance", "auditor"] as const) {
  test(`signs in as ${role}`, async ({ signInAs, overviewPage, shell }) => {
    await signInAs(role);
    await overviewPage.open();
    await expect(shell.heading).toHaveText("Overview");
    await expect(shell.account).toBeVisible();
  });
}

test("signs in with the form", async ({ loginPage, shell }) => {
  await loginPage.open();
  await loginPage.signIn(emailOf("support"), DEMO_PASSWORD);
  await expect(shell.heading).toHaveText("Overview");
});

test("an auditor can't freeze a card", async ({ sandbox, signInAs, cardPage }) => {
  const card = await sandbox.issueCard();
  await signInAs("auditor");
  await cardPage.open(card.id);
  await expect(cardPage.status).toHaveText("Active");
  await expect(cardPage.freezeButton).toHaveCount(0);
});
