import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { emailOf } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { SecurityPage } from "@/e2e/pages/security-page";
import { TeamPage } from "@/e2e/pages/team-page";

const REMOVED = /second factors were removed/;

test("the only admin removes lost factors, and the person is told", async ({
  page,
  teamPage,
  loginPage,
  shell,
  openBrowser,
  signInAs,
}) => {
  const support = await openBrowser("support");
  const supportPage = await support.newPage();
  const security = new SecurityPage(supportPage);
  await security.open();
  await security.createAuthenticator("Lost phone");

  await signInAs("admin");
  await teamPage.open();
  await teamPage.removeFactors("Mina Reyes");
  await expect(page.getByText("Mina Reyes’s second factors were removed").first()).toBeVisible();
  await expect(teamPage.row("Mina Reyes")).toContainText("None");
  // The person's session ends.
  await expect(supportPage.getByRole("heading", { level: 1 })).toHaveText("Sign in");
  await page.goto("/sandbox/outbox");
  const mail = page.getByRole("article", {
    name: `Your second factors were removed, to ${emailOf("support")}`,
  });
  await expect(mail.first()).toContainText("Ines Duarte removed your passkeys");

  await shell.signOut();
  await loginPage.signIn(emailOf("support"), "cardwell-demo");
  await expect(shell.heading).toHaveText("Overview");
  await page.getByRole("button", { name: /^Notifications, \d+ new/ }).click();
  await expect(page.getByRole("dialog").getByText("Ines Duarte removed your second factors")).toBeVisible();
});

test("with a second admin, that one has to confirm", async ({ page, teamPage, openBrowser, signInAs }) => {
  const finance = await openBrowser("finance");
  const security = new SecurityPage(await finance.newPage());
  await security.open();
  await security.createAuthenticator("Lost phone");
  await signInAs("admin");
  await teamPage.open();
  await teamPage.changeRole("Jonas Weber", "admin");
  await teamPage.removeFactors("Tomasz Lis");
  await expect(page.getByText("Another admin has to confirm").first()).toBeVisible();
  const waiting = page.getByRole("region", { name: "Waiting for a second admin" });
  await expect(waiting).toContainText("Remove Tomasz Lis’s second factors");
  await expect(waiting.getByRole("button", { name: "Confirm" })).toHaveCount(0);
  await expect(teamPage.row("Tomasz Lis")).toContainText("Yes");
  await expectAccessible(page);

  const second = await openBrowser("manager");
  const secondPage = await second.newPage();
  const secondTeam = new TeamPage(secondPage);
  await secondTeam.open();
  await expectAccessible(secondPage);
  await secondPage.getByRole("button", { name: "Confirm" }).click();
  await expect(secondPage.getByText(REMOVED).first()).toBeVisible();
  await expect(secondTeam.row("Tomasz Lis")).toContainText("None");
  await expect(waiting).toHaveCount(0);
  await teamPage.changeRole("Jonas Weber", "manager");
});
