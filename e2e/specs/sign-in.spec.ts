import { DEMO_PASSWORD, emailOf, signInOverHttp } from "@/e2e/fixtures/sign-in";
import { delayScripts } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import { Shell } from "@/e2e/pages/shell";

test("signs in with the keyboard only, and returns to the requested page", async ({ page, loginPage }) => {
  await page.goto("/audit?outcome=denied");
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(loginPage.email).toBeFocused();
  await page.keyboard.type(emailOf("auditor"));
  await page.keyboard.press("Tab");
  await page.keyboard.type(DEMO_PASSWORD);
  await expect(loginPage.submit).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/audit?outcome=denied");
});

test("keeps a password that is submitted before hydration out of the URL", async ({
  page,
  loginPage,
  shell,
}) => {
  const scripts = await delayScripts(page);
  await page.goto("/login", { waitUntil: "commit" });
  await loginPage.email.fill(emailOf("auditor"));
  await loginPage.password.fill(DEMO_PASSWORD);
  await loginPage.password.press("Enter");
  await expect(loginPage.submit).toBeDisabled();
  await scripts.release();
  await expect(loginPage.submit).toBeEnabled();
  await expect(page).toHaveURL("/login");
  await loginPage.password.press("Enter");
  await expect(shell.heading).toHaveText("Overview");
});

test("signs in demo people with one click", async ({ page, loginPage, shell }) => {
  await loginPage.open();
  await loginPage.demoPerson("finance").click();
  await expect(shell.heading).toHaveText("Overview");
  await expect(page).toHaveURL("/");
});

test("reports an incorrect email or password, and keeps the email", async ({ loginPage }) => {
  await loginPage.open();
  await loginPage.signIn(emailOf("support"), "not the password");
  await expect(loginPage.error).toHaveText("Incorrect email or password.");
  await expect(loginPage.email).toHaveValue(emailOf("support"));
});

for (const next of [
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "/%2e//evil.example",
  "/.\\/evil.example",
  "javascript:alert(1)",
]) {
  test(`doesn't redirect to ${next} after signing in`, async ({ page, loginPage, baseURL }) => {
    await loginPage.open(next);
    await loginPage.demoPerson("auditor").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
    expect(new URL(page.url()).origin).toBe(baseURL);
  });
}

test("doesn't redirect to other sites with next-auth's callbackUrl", async ({ request, baseURL }) => {
  const credentials = { email: emailOf("auditor"), password: DEMO_PASSWORD };
  const landing = async (callbackUrl: string) =>
    (await signInOverHttp(request, { ...credentials, callbackUrl })).body;
  expect(await landing("/audit?outcome=denied")).toEqual({ url: `${baseURL}/audit?outcome=denied` });
  expect(await landing(`${baseURL}/cards`)).toEqual({ url: `${baseURL}/cards` });
  for (const foreignUrl of ["/.//evil.example", "https://evil.example/", `${baseURL}.evil.example/`, "cards"])
    expect(await landing(foreignUrl)).toEqual({ url: `${baseURL}/` });
});

test("rejects a copied cookie after its owner has signed out", async ({
  page,
  context,
  shell,
  signInAs,
  playwright,
  baseURL,
}) => {
  await signInAs("admin");
  await page.goto("/");
  const storageState = await context.storageState();
  await shell.signOut();
  const attacker = await playwright.request.newContext({ storageState, ...(baseURL ? { baseURL } : {}) });
  expect((await attacker.get("/api/connection")).status()).toBe(401);
  const response = await attacker.get("/audit", { maxRedirects: 0 });
  expect(response.status()).toBe(307);
  expect(response.headers().location).toContain("/login");
  await attacker.dispose();
});

test("signing in ends the browser's previous session", async ({ context, signInAs, playwright, baseURL }) => {
  await signInAs("admin");
  const storageState = await context.storageState();
  const copy = await playwright.request.newContext({ storageState, ...(baseURL ? { baseURL } : {}) });
  expect((await copy.get("/api/connection")).status()).toBe(200);
  await signInAs("support");
  expect((await copy.get("/api/connection")).status()).toBe(401);
  expect((await context.request.get("/api/connection")).status()).toBe(200);
  await copy.dispose();
});

test("rejects an altered cookie", async ({ context, signInAs }) => {
  await signInAs("admin");
  const [session] = (await context.cookies()).filter(({ name }) => name === "cardwell.session");
  if (!session) throw new Error("There is no session cookie");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  const altered = session.value.slice(0, -4) + (session.value.endsWith("AAAA") ? "BBBB" : "AAAA");
  await context.addCookies([{ ...session, value: altered }]);
  expect((await context.request.get("/api/connection")).status()).toBe(401);
});

test("throttles attempts per account before checking them, and says for how long", async ({ request }) => {
  const email = "nobody-in-particular@cardwell.test";
  const responses = [];
  for (let attempt = 0; attempt < 30; attempt += 1)
    responses.push(await signInOverHttp(request, { email, password: `guess ${attempt}` }));
  expect(responses.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(401));
  for (const { status, body } of responses.slice(10)) {
    expect(status).toBe(429);
    expect(body).toMatchObject({
      error: "throttled",
      message: expect.stringMatching(/Try again in \d+ (seconds|minutes)/),
    });
  }
});

test("disabling a person takes effect on the open page and on the next request", async ({
  page,
  teamPage,
  signInAs,
  openBrowser,
}) => {
  const theirs = await openBrowser("support");
  const open = await theirs.newPage();
  await open.goto("/");
  await expect(open.getByText("Connected", { exact: true })).toBeVisible();
  await signInAs("admin");
  await teamPage.open();
  await teamPage.disable("Mina Reyes");
  expect((await theirs.request.get("/api/connection")).status()).toBe(401);
  await expect(open).toHaveURL(/\/login/);
  await expect(open.getByText("Your account is disabled.")).toBeVisible();
  // Only their own browser sees the reason.
  const stranger = await openBrowser("auditor");
  await stranger.clearCookies();
  const strangerPage = await stranger.newPage();
  await strangerPage.goto("/login");
  await expect(strangerPage.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
  await expect(strangerPage.getByText("disabled")).toHaveCount(0);
  await teamPage.reenable("Mina Reyes");
  await page.close();
});

test("applies a role change with the next request", async ({ teamPage, signInAs, openBrowser }) => {
  const theirs = await openBrowser("finance");
  expect((await theirs.request.get("/api/audit/chain")).status()).toBe(403);
  await signInAs("admin");
  await teamPage.open();
  await teamPage.changeRole("Tomasz Lis", "auditor");
  expect((await theirs.request.get("/api/audit/chain")).status()).toBe(200);
  await teamPage.changeRole("Tomasz Lis", "finance");
  expect((await theirs.request.get("/api/audit/chain")).status()).toBe(403);
});

test("invites a person with a one-time link", async ({ page, teamPage, signInAs, browser }) => {
  await signInAs("admin");
  await teamPage.open();
  const email = `new-${Date.now()}@example.com`;
  const link = await teamPage.invite({ name: "Grace Hopper", email, role: "manager" });
  await expect(teamPage.row(email)).toContainText("Invited");

  const theirs = await browser.newContext();
  const welcome = await theirs.newPage();
  await welcome.goto(link);
  await welcome.getByLabel("Password").fill("short");
  await welcome.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(welcome.getByText("Must be at least 12 characters.")).toBeVisible();
  await welcome.getByLabel("Password").fill("lantern horse cobalt staple");
  await welcome.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(new Shell(welcome).heading).toHaveText("Overview");
  await welcome.goto(link);
  await expect(welcome.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await theirs.close();

  await expect(teamPage.row(email)).toContainText("Active");
  await page.close();
});

test("changes the password to a strong one, and ends the other sessions", async ({
  teamPage,
  signInAs,
  browser,
  playwright,
  baseURL,
}) => {
  await signInAs("admin");
  await teamPage.open();
  const email = `new-${Date.now()}@example.com`;
  const link = await teamPage.invite({ name: "Hedy Lamarr", email, role: "auditor" });
  const here = await browser.newContext(baseURL ? { baseURL } : {});
  const page = await here.newPage();
  await page.goto(link);
  const setPassword = async (password: string) => {
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Set password and sign in" }).click();
  };
  await setPassword("password1234");
  await expect(page.getByText("Too easy to guess.")).toBeVisible();
  await setPassword("tulip-anchor-ninety");
  await expect(new Shell(page).heading).toHaveText("Overview");
  const otherSession = await playwright.request.newContext(baseURL ? { baseURL } : {});
  await signInOverHttp(otherSession, { email, password: "tulip-anchor-ninety" });

  await page.goto("/settings/profile");
  const changePassword = async (current: string, next: string) => {
    await page.getByLabel("Current password").fill(current);
    await page.getByLabel("New password").fill(next);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await changePassword("not my password", "marble-otter-seventeen");
  await expect(page.getByText("Doesn’t match your current password.")).toBeVisible();
  await changePassword("tulip-anchor-ninety", "hedy.lamarr.2026");
  await expect(page.getByText("Too easy to guess.")).toBeVisible();
  await changePassword("tulip-anchor-ninety", "tulip-anchor-ninety");
  await expect(page.getByText("Must be different from your current password.")).toBeVisible();
  expect((await otherSession.get("/api/connection")).status()).toBe(200);
  await changePassword("tulip-anchor-ninety", "marble-otter-seventeen");
  await expect(page.getByText("Password changed", { exact: true })).toBeVisible();
  expect((await otherSession.get("/api/connection")).status()).toBe(401);
  expect((await here.request.get("/api/connection")).status()).toBe(200);
  await otherSession.dispose();
  await here.close();
});

test("ends one other session from the profile", async ({ page, signInAs, openBrowser }) => {
  const otherSession = await openBrowser("manager");
  await signInAs("manager");
  await page.goto("/settings/profile");
  const others = page.getByRole("button", { name: "End session" });
  const before = await others.count();
  expect(before).toBeGreaterThan(0);
  // Others may end by themselves meanwhile.
  for (let remaining = before; remaining > 0; remaining = await others.count()) {
    await others.first().click();
    await expect.poll(() => others.count()).toBeLessThan(remaining);
  }
  expect((await otherSession.request.get("/api/connection")).status()).toBe(401);
});
