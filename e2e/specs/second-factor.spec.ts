import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { test } from "@/e2e/fixtures/test";
import { LoginPage } from "@/e2e/pages/login-page";

/** Each code works once, so a test uses the ones around now in their order. */
function codesOf(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return [-30, 0, 30].map((seconds) => totp.generate({ timestamp: Date.now() + seconds * 1_000 }));
}

async function addAuthenticator(page: Page): Promise<{ codes: string[]; recoveryCodes: string[] }> {
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Add authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Phone");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: "QR code of the secret below" })).toBeVisible();
  await expectAccessible(page);
  const secret = (await dialog.getByRole("button", { name: /^Copy secret/ }).innerText()).trim();
  const [first = "", ...codes] = codesOf(secret);
  await dialog.getByLabel("Code").fill("000000");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByText("Is incorrect.")).toBeVisible();
  await dialog.getByLabel("Code").fill(first);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  const recoveryCodes = await dialog
    .getByRole("list", { name: "Recovery codes" })
    .getByRole("listitem")
    .allInnerTexts();
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("10 recovery codes left.")).toBeVisible();
  return { codes, recoveryCodes };
}

test("a second factor is asked for after the password, and can't be walked around", async ({
  page,
  browser,
  signInAs,
}) => {
  await signInAs("finance");
  const { codes, recoveryCodes } = await addAuthenticator(page);
  expect(recoveryCodes).toHaveLength(10);

  const context = await browser.newContext();
  const other = await context.newPage();
  const login = new LoginPage(other);
  await login.open();
  await login.signIn("finance@cardwell.test", "cardwell-demo");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Confirm it’s you");
  // Neither a page nor a route opens before that.
  await other.goto("/cards");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Confirm it’s you");
  expect((await other.request.get("/api/search?text=a")).status()).toBe(401);

  await other.getByLabel("Code").fill(codes[0] ?? "");
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Cards");
  await context.close();

  const third = await browser.newContext();
  const lost = await third.newPage();
  await new LoginPage(lost).open();
  await new LoginPage(lost).signIn("finance@cardwell.test", "cardwell-demo");
  await lost.getByLabel("Code").fill(codes[0] ?? "");
  await lost.getByRole("button", { name: "Sign in" }).click();
  await expect(lost.getByText("This code is incorrect or was already used.").first()).toBeVisible();
  await lost.getByLabel("Code").fill(recoveryCodes[3] ?? "");
  await lost.getByRole("button", { name: "Sign in" }).click();
  await expect(lost.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await lost.goto("/settings/security");
  await expect(lost.getByText("9 recovery codes left.")).toBeVisible();
  await lost.getByRole("button", { name: "Remove Phone" }).click();
  await expect(lost.getByText("Only your password protects your account")).toBeVisible();
  await third.close();
});
