import { codeOf } from "@/e2e/fixtures/authenticator-app";
import { signInOverHttp } from "@/e2e/fixtures/sign-in";
import { LoginPage } from "@/e2e/pages/login-page";
import { Shell } from "@/e2e/pages/shell";
import { check, expect } from "./check";
import { TARGET } from "./target";

const { SMOKE_EMAIL: email = "", SMOKE_PASSWORD: password = "", SMOKE_TOTP_SECRET } = process.env;

check("a person can sign in, and the session's cookie is protected", async ({ page, context }) => {
  // Not with the form, because a report contains what is typed.
  const { status } = await signInOverHttp(context.request, { email, password });
  expect(status, "the status of the sign-in").toBe(200);
  await page.goto("/");
  if (SMOKE_TOTP_SECRET) {
    await page.getByLabel("Code").fill(codeOf(SMOKE_TOTP_SECRET));
    await new LoginPage(page).submit.click();
  }
  await expect(new Shell(page).account).toBeVisible();

  const session = (await context.cookies()).find(({ name }) => name.endsWith("cardwell.session"));
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", secure: TARGET.isHttps });
  await context.storageState({ path: TARGET.session });
});
