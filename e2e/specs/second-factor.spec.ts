import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { codeOf } from "@/e2e/fixtures/authenticator-app";
import { emailOf } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { LoginPage } from "@/e2e/pages/login-page";
import { SecurityPage } from "@/e2e/pages/security-page";

test("a second factor is asked for after the password, and can't be walked around", async ({
  page,
  browser,
  baseURL,
  signInAs,
}) => {
  await signInAs("finance");
  const security = new SecurityPage(page);
  await security.open();
  const secret = await security.beginAuthenticator("Phone");
  await expectAccessible(page);
  await security.enterCode("000000");
  await expect(
    security.dialog.getByText("Is incorrect: enter the one that your app shows now"),
  ).toBeVisible();
  const firstCode = codeOf(secret, -30);
  await security.enterCode(firstCode);
  const recoveryCodes = await security.readRecoveryCodes();
  await expect(page.getByText("10 recovery codes left.")).toBeVisible();
  await expectAccessible(page);

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const other = await context.newPage();
  const login = new LoginPage(other);
  const heading = other.getByRole("heading", { level: 1 });
  const enter = async (code: string) => {
    await other.getByLabel("Code").fill(code);
    await other.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  await login.open("/cards");
  await login.signIn(emailOf("finance"), "cardwell-demo");
  await expect(heading).toHaveText("Confirm it’s you");
  await expectAccessible(other);
  // Neither a page nor a route opens before that.
  await other.goto("/cards");
  await expect(heading).toHaveText("Confirm it’s you");
  expect((await other.request.get("/api/search?text=a")).status()).toBe(401);
  // An expired one, and one that was used. Five wrong ones in all would stop further tries.
  for (const code of [codeOf(secret, -120), firstCode]) {
    await enter(code);
    await expect(other.getByText("This code is incorrect or was already used.").first()).toBeVisible();
    await other.reload();
  }
  const code = codeOf(secret);
  await enter(code);
  await expect(heading).toHaveText("Cards");

  await context.clearCookies();
  await login.open();
  await login.signIn(emailOf("finance"), "cardwell-demo");
  await enter(code);
  await expect(other.getByText("This code is incorrect or was already used.").first()).toBeVisible();
  await enter(recoveryCodes[3] ?? "");
  await expect(heading).toHaveText("Overview");
  await other.goto("/settings/security");
  await expect(other.getByText("9 recovery codes left.")).toBeVisible();
  await new SecurityPage(other).remove("Phone");
  await expect(other.getByText("Only your password protects your account")).toBeVisible();
  await context.close();
});

test("new recovery codes replace the earlier ones", async ({ page, signInAs }) => {
  await signInAs("auditor");
  const security = new SecurityPage(page);
  await security.open();
  const { recoveryCodes } = await security.createAuthenticator("Phone");
  await page.getByRole("button", { name: "Create new codes" }).click();
  await security.dialog.getByRole("button", { name: "Create codes" }).click();
  const renewed = await security.readRecoveryCodes();
  expect(renewed.filter((code) => recoveryCodes.includes(code))).toEqual([]);
  await security.remove("Phone");
  await expect(page.getByText("Only your password protects your account")).toBeVisible();
});
