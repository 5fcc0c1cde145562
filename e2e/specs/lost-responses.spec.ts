import { dropNextActionResponse } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import { Shell } from "@/e2e/pages/shell";

test.afterEach(({ sandbox }) => sandbox.clearFaults());

test("a form whose response was lost says so, and can be sent again", async ({
  signInAs,
  teamPage,
  browser,
  baseURL,
}) => {
  await signInAs("admin");
  await teamPage.open();
  const email = `lost-${Date.now()}@example.com`;
  const link = await teamPage.invite({ name: "Hedy Lamarr", email, role: "auditor" });
  const theirs = await browser.newContext(baseURL ? { baseURL } : {});
  const welcome = await theirs.newPage();
  await welcome.goto(link);
  await welcome.getByLabel("Password").fill("tulip-anchor-ninety");
  await dropNextActionResponse(welcome);
  await welcome.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(welcome.getByText("Cardwell didn’t respond.")).toBeVisible();
  await welcome.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(new Shell(welcome).heading).toHaveText("Overview");

  await welcome.goto("/settings/profile");
  await welcome.getByLabel("Current password").fill("tulip-anchor-ninety");
  await welcome.getByLabel("New password").fill("marble-otter-seventeen");
  await dropNextActionResponse(welcome);
  await welcome.getByRole("button", { name: "Change password" }).click();
  await expect(welcome.getByText("Cardwell didn’t respond.")).toBeVisible();
  await welcome.getByRole("button", { name: "Change password" }).click();
  await expect(welcome.getByText("Password changed", { exact: true })).toBeVisible();
  await theirs.close();
});

test("a dialog that is opened again doesn't show the error of the last time", async ({
  sandbox,
  signInAs,
  cardPage,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("manager");
  await cardPage.openConnected(card.id);
  const fault = { type: "status", status: 400 } as const;
  await sandbox.addFault({ method: "PUT", path: `/cards/${card.id}/block/`, fault });
  await cardPage.blockButton.click();
  await cardPage.choose("Lost");
  await cardPage.dialog.getByLabel(/last four digits/).fill(card.lastFour);
  await cardPage.button("Block permanently").click();
  await expect(cardPage.dialog.getByRole("alert")).toContainText("Request rejected");
  await cardPage.button("Cancel").click();
  await expect(cardPage.dialog).toBeHidden();
  await cardPage.blockButton.click();
  await expect(cardPage.dialog.getByLabel(/last four digits/)).toBeVisible();
  await expect(cardPage.dialog.getByRole("alert")).toHaveCount(0);
});
