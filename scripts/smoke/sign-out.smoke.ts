import { existsSync, readFileSync } from "node:fs";
import { Shell } from "@/e2e/pages/shell";
import { check, expect } from "./check";
import { TARGET } from "./target";

check("signing out ends the session", async ({ page, context }) => {
  check.skip(!existsSync(TARGET.session), "Nobody is signed in.");
  const { cookies } = JSON.parse(readFileSync(TARGET.session, "utf8"));
  await context.addCookies(cookies);
  await page.goto("/");
  await new Shell(page).signOut();
  // The old cookies, as a thief would have them.
  await context.clearCookies();
  await context.addCookies(cookies);
  expect((await context.request.get("/api/search?text=a")).status()).toBe(401);
});
