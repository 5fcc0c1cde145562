import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { startDashboard } from "@/e2e/fixtures/dashboard";
import { emailOf } from "@/e2e/fixtures/sign-in";
import { expect } from "@/e2e/fixtures/test";
import { test } from "@/e2e/fixtures/virtual-passkeys";
import { LoginPage } from "@/e2e/pages/login-page";
import { SecurityPage } from "@/e2e/pages/security-page";

test("a passkey is added, signs in alone and after the password, and is removed", async ({
  page,
  shell,
  loginPage,
  signInAs,
  addVirtualPasskeys,
}) => {
  const signOut = async () => {
    await shell.signOut();
    await loginPage.open();
  };
  const device = await addVirtualPasskeys(page);
  await signInAs("support");
  const security = new SecurityPage(page);
  await security.open();
  await security.createPasskey("Work laptop");
  await security.readRecoveryCodes();
  const passkeys = security.panel("Passkeys");
  await expect(passkeys.getByText("Work laptop")).toBeVisible();
  await expectAccessible(page);
  // The same device is not added twice.
  await security.createPasskey("Again");
  await expect(security.dialog.getByText("This device already has one of your passkeys.")).toBeVisible();
  await security.dialog.getByRole("button", { name: "Cancel" }).click();

  await signOut();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(shell.heading).toHaveText("Overview");
  await security.open();
  await expect(passkeys.getByText(/last used/)).toBeVisible();

  await signOut();
  await loginPage.signIn(emailOf("support"), "cardwell-demo");
  await expect(shell.heading).toHaveText("Confirm it’s you");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(shell.heading).toHaveText("Overview");

  await signOut();
  await device.setIsVerified(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("No passkey was used. Try again when you’re ready.")).toBeVisible();
  await expect(shell.heading).toHaveText("Sign in");
  await device.setIsVerified(true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(shell.heading).toHaveText("Overview");
  await security.open();
  await security.remove("Work laptop");
  await expect(page.getByText("Only your password protects your account")).toBeVisible();

  await signOut();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("This passkey wasn’t accepted. Sign in with your password.")).toBeVisible();
});

test("an answer works once, and only in the browser that was asked", async ({
  page,
  browser,
  baseURL,
  shell,
  signInAs,
  addVirtualPasskeys,
}) => {
  const device = await addVirtualPasskeys(page);
  await signInAs("auditor");
  const security = new SecurityPage(page);
  await security.open();
  await security.createPasskey("Laptop");
  await security.readRecoveryCodes();
  await shell.signOut();
  await page.goto("/login");
  const sent = page.waitForRequest("**/api/auth/callback/passkey");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  const form = Object.fromEntries(new URLSearchParams((await sent).postData() ?? ""));
  await expect(shell.heading).toHaveText("Overview");
  const replay = async (request: typeof page.request) => {
    const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
    return (await request.post("/api/auth/callback/passkey", { form: { ...form, csrfToken } })).status();
  };
  expect(await replay(page.request)).toBe(401);

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const other = await context.newPage();
  await device.copyTo(await addVirtualPasskeys(other));
  await other.goto("/login");
  // Made in one browser, sent by another.
  let stolen = "";
  await other.route("**/api/auth/callback/passkey", async (route) => {
    stolen = route.request().postData() ?? "";
    await route.abort();
  });
  await other.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(other.getByText("We couldn’t reach Cardwell.")).toBeVisible();
  form.response = new URLSearchParams(stolen).get("response") ?? "";
  expect(await replay(page.request)).toBe(401);
  await context.close();
  await security.open();
  await security.remove("Laptop");
  await expect(page.getByText("Only your password protects your account")).toBeVisible();
});

test("passkeys are hidden where they can't work, with the reason", { tag: "@full" }, async ({ browser }) => {
  const dashboard = await startDashboard();
  await dashboard.stop();
  const port = Number(new URL(dashboard.origin).port);
  const address = `http://127.0.0.1:${port}`;
  const atAddress = await startDashboard({ port, env: { NEXTAUTH_URL: address } });
  const context = await browser.newContext({ baseURL: address });
  try {
    const page = await context.newPage();
    const login = new LoginPage(page);
    await login.open("/settings/security");
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
    await login.signIn(emailOf("support"), "cardwell-demo");
    await expect(page.getByText("Passkeys need a domain name")).toBeVisible();
    await expect(page.getByRole("button", { name: "Add passkey" })).toHaveCount(0);
  } finally {
    await context.close();
    await atAddress.stop();
  }
});

test("the code for passkeys is loaded only when one is used", async ({ page, addVirtualPasskeys }) => {
  const scripts: string[] = [];
  page.on("response", async (response) => {
    if (!response.url().endsWith(".js")) return;
    if ((await response.text().catch(() => "")).includes("ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED"))
      scripts.push(response.url());
  });
  await page.goto("/login");
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual([]);
  await addVirtualPasskeys(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("No passkey was used. Try again when you’re ready.")).toBeVisible();
  expect(scripts).not.toEqual([]);
});
