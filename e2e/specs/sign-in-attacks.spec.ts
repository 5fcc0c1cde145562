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

for (const [what, path, status] of [
  ["a longer path", `${SIGN_IN}/x`, 404],
  ["an encoded path", "/api/auth/callback/%63redentials", 404],
  ["a second address", SIGN_IN, 400],
  ["JSON", SIGN_IN, 415],
] as const) {
  test(`no password is looked at by way of ${what}`, async ({ request }) => {
    const who = { csrfToken: await csrfToken(request), email: emailOf("admin"), password: DEMO_PASSWORD };
    const form = new URLSearchParams({ ...who, json: "true" }).toString();
    const decoy = what === "a second address" ? "email=decoy%40cardwell.test&" : "";
    const answer =
      what === "JSON"
        ? await request.post(path, { data: { ...who, json: "true" } })
        : await request.post(path, { headers: FORM, data: decoy + form });
    expect(answer.status()).toBe(status);
    expect((await request.get("/api/connection")).status()).toBe(401);
  });
}

test("a stranger's 20 MB are refused before they are sent", async ({ baseURL }) => {
  const call = httpRequest(`${baseURL}${SIGN_IN}`, {
    method: "POST",
    headers: { ...FORM, "content-length": 20_000_000 },
  });
  call.on("error", () => undefined);
  call.write("email=");
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  expect(answer.statusCode).toBe(413);
  call.destroy();
});

test("what goes wrong inside is not told to someone who is not signed in", async ({ request }) => {
  const { status, body } = await signInOverHttp(request, {
    email: "admin\0@cardwell.test",
    password: "no password",
  });
  expect(status).toBe(401);
  expect(JSON.stringify(body)).toContain("CredentialsSignin");
});

test("guessing strangers do not lock the owner out of their own browser", async ({
  teamPage,
  enter,
  browser,
  request,
  page,
}) => {
  await enter("admin");
  await teamPage.open();
  const email = `guessed-${Date.now()}@example.com`;
  const password = "seven purple umbrellas dance";
  const link = await teamPage.invite({ name: "Often Guessed", email, role: "support" });
  const owner = await browser.newContext();
  const theirs = await owner.newPage();
  await theirs.goto(link);
  await theirs.getByLabel("Password").fill(password);
  await theirs.getByRole("button", { name: "Set password and sign in" }).click();
  const shell = new Shell(theirs);
  await expect(shell.heading).toHaveText("Overview");
  await shell.signOut();

  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1)
    statuses.push((await signInOverHttp(request, { email, password: `guess ${guess}` })).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  expect((await signInOverHttp(request, { email, password })).status).toBe(429);

  await theirs.getByLabel("Email").fill(email);
  await theirs.getByLabel("Password").fill(password);
  await theirs.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(shell.heading).toHaveText("Overview");
  await owner.close();
  await page.close();
});

test("signing out over HTTP ends the session and is in the audit log", async ({ openBrowser, request }) => {
  const theirs = (await openBrowser("finance")).request;
  const form = { csrfToken: await csrfToken(theirs), json: "true" };
  expect((await theirs.post("/api/auth/signout", { form })).status()).toBe(200);
  expect((await theirs.get("/api/connection")).status()).toBe(401);
  await signInOverHttp(request, { email: emailOf("auditor"), password: DEMO_PASSWORD });
  const csv = await (await request.get("/api/audit/export?action=session.end")).text();
  expect(csv.split("\n").filter((line) => line.includes("Tomasz Lis"))).not.toEqual([]);
});
