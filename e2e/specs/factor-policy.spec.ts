import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";
import { CardPage } from "@/e2e/pages/card-page";
import { SecurityPage } from "@/e2e/pages/security-page";

test("a required second factor can't be walked around by URL, API, or an old tab", async ({
  page,
  sandbox,
  signInAs,
  openBrowser,
}) => {
  const { id } = await sandbox.issueCard();
  await signInAs("support");
  const card = new CardPage(page);
  await card.openConnected(id);
  const sent = page.waitForRequest((request) => request.headers()["next-action"] !== undefined);
  await card.freezeButton.click();
  await card.dialog.getByRole("button", { name: "Freeze" }).click();
  await expect(card.unfreezeButton).toBeVisible();
  const action = await sent;

  const admin = await openBrowser("admin");
  const adminPage = await admin.newPage();
  const policy = new SecurityPage(adminPage);
  await policy.open();
  await policy.changePolicy("support", "Required", 7);
  await page.reload();
  await expect(page.getByText(/Your role requires a second factor\. Add one by/)).toBeVisible();
  await expectAccessible(page);
  await policy.changePolicy("support", "Required", 0);
  await expect(adminPage.getByText("Required, after 0 days")).toBeVisible();
  await expectAccessible(adminPage);

  // The old tab's event stream ends, and its page leads to the enrollment.
  await expect(card.heading).toHaveText("Add a second factor");
  await expectAccessible(page);
  for (const path of ["/", "/cards", `/cards/${id}`, "/settings/security", "/settings/profile"]) {
    await page.goto(path);
    await expect(card.heading).toHaveText("Add a second factor");
  }
  for (const path of ["/api/search?text=a", "/api/events", "/api/notifications", "/api/index-state"])
    expect((await page.request.get(path)).status(), path).toBe(401);
  const rsc = await page.request.get(`/cards/${id}`, { headers: { rsc: "1" }, maxRedirects: 0 });
  expect(await rsc.text()).not.toContain("Cardholder");
  const { "next-action": actionId = "", "content-type": contentType = "" } = action.headers();
  const replayed = await page.request.post(action.url(), {
    headers: { "next-action": actionId, "content-type": contentType, origin: new URL(page.url()).origin },
    data: action.postDataBuffer() ?? "",
  });
  expect(await replayed.text()).toContain("Your role requires a second factor");

  await page.goto("/cards");
  const security = new SecurityPage(page);
  await security.createAuthenticator("Phone");
  await expect(card.heading).toHaveText("Cards");
  await security.open();
  await security.remove("Phone");
  await expect(
    page.getByText("Your role requires a second factor. Add another one before you remove this one.").first(),
  ).toBeVisible();
  await security.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(security.panel("Authenticator apps").getByText("Phone", { exact: true })).toBeVisible();

  await policy.changePolicy("support", "Optional", 0);
  await adminPage.goto("/audit?action=factor.change-policy");
  await expect(adminPage.getByRole("cell", { name: "Change second-factor policy" }).first()).toBeVisible();
  await security.remove("Phone");
  await expect(page.getByText("Only your password protects your account")).toBeVisible();
});

test("a person can sign out instead", async ({ page, shell, signInAs, openBrowser }) => {
  const admin = await openBrowser("admin");
  const policy = new SecurityPage(await admin.newPage());
  await policy.open();
  await policy.changePolicy("auditor", "Required", 0);
  await signInAs("auditor");
  await page.goto("/cards");
  await expect(shell.heading).toHaveText("Add a second factor");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(shell.heading).toHaveText("Sign in");
  await page.goto("/login/enroll");
  await expect(shell.heading).toHaveText("Sign in");
  await policy.changePolicy("auditor", "Optional", 0);
});

test("no second factor can be added where it is off", async ({ page, signInAs, openBrowser }) => {
  const admin = await openBrowser("admin");
  const policy = new SecurityPage(await admin.newPage());
  await policy.open();
  await policy.changePolicy("finance", "Off", 0);
  await signInAs("finance");
  const security = new SecurityPage(page);
  await security.open();
  await expect(page.getByText("Second factors are turned off for your role.")).toBeVisible();
  await expect(security.addAuthenticator).toHaveCount(0);
  await expect(security.addPasskey).toHaveCount(0);
  await policy.changePolicy("finance", "Optional", 0);
});
