import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import type { APIRequestContext } from "@playwright/test";
import { DEMO_PASSWORD, emailOf, signInOverHttp } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { Shell } from "@/e2e/pages/shell";

const SIGN_IN = "/api/auth/callback/credentials";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

async function csrfToken(request: APIRequestContext): Promise<string> {
  return (await (await request.get("/api/auth/csrf")).json()).csrfToken;
}

for (const [variant, path, status] of [
  ["a longer path", `${SIGN_IN}/x`, 404],
  ["an encoded path", "/api/auth/callback/%63redentials", 404],
  ["a second email", SIGN_IN, 400],
  ["JSON", SIGN_IN, 415],
] as const) {
  test(`rejects ${variant} before checking the password`, async ({ request }) => {
    const credentials = {
      csrfToken: await csrfToken(request),
      email: emailOf("admin"),
      password: DEMO_PASSWORD,
    };
    const form = new URLSearchParams({ ...credentials, json: "true" }).toString();
    const decoy = variant === "a second email" ? "email=decoy%40cardwell.test&" : "";
    const response =
      variant === "JSON"
        ? await request.post(path, { data: { ...credentials, json: "true" } })
        : await request.post(path, { headers: FORM, data: decoy + form });
    expect(response.status()).toBe(status);
    expect((await request.get("/api/connection")).status()).toBe(401);
  });
}

test("rejects a 20 MB body before it is sent", async ({ baseURL }) => {
  const call = httpRequest(`${baseURL}${SIGN_IN}`, {
    method: "POST",
    headers: { ...FORM, "content-length": 20_000_000 },
  });
  call.on("error", () => undefined);
  call.write("email=");
  const [response] = (await once(call, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(413);
  call.destroy();
});

test("hides internal errors from people who aren't signed in", async ({ request }) => {
  const { status, body } = await signInOverHttp(request, {
    email: "admin\0@cardwell.test",
    password: "no password",
  });
  expect(status).toBe(401);
  expect(JSON.stringify(body)).toContain("CredentialsSignin");
});

test("password guessing doesn't lock the owner out of their own browser", async ({
  teamPage,
  signInAs,
  browser,
  request,
  page,
}) => {
  await signInAs("admin");
  await teamPage.open();
  const email = `guessed-${Date.now()}@example.com`;
  const password = "seven purple umbrellas dance";
  const link = await teamPage.invite({ name: "Often Guessed", email, role: "support" });
  const owner = await browser.newContext();
  const ownerPage = await owner.newPage();
  await ownerPage.goto(link);
  await ownerPage.getByLabel("Password").fill(password);
  await ownerPage.getByRole("button", { name: "Set password and sign in" }).click();
  const shell = new Shell(ownerPage);
  await expect(shell.heading).toHaveText("Overview");
  await shell.signOut();

  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1)
    statuses.push((await signInOverHttp(request, { email, password: `guess ${attempt}` })).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  expect((await signInOverHttp(request, { email, password })).status).toBe(429);

  await ownerPage.getByLabel("Email").fill(email);
  await ownerPage.getByLabel("Password").fill(password);
  await ownerPage.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(shell.heading).toHaveText("Overview");
  await owner.close();
  await page.close();
});

test("signing out over HTTP ends the session and is recorded in the audit log", async ({
  openBrowser,
  request,
}) => {
  const ownerPage = (await openBrowser("finance")).request;
  const form = { csrfToken: await csrfToken(ownerPage), json: "true" };
  expect((await ownerPage.post("/api/auth/signout", { form })).status()).toBe(200);
  expect((await ownerPage.get("/api/connection")).status()).toBe(401);
  await signInOverHttp(request, { email: emailOf("auditor"), password: DEMO_PASSWORD });
  const csv = await (await request.get("/api/audit/export?action=session.end")).text();
  expect(csv.split("\n").filter((line) => line.includes("Tomasz Lis"))).not.toEqual([]);
});
