import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startDashboard } from "@/e2e/fixtures/dashboard";
import { expect, test } from "@/e2e/fixtures/test";
import { UNSET_SETTINGS } from "@/scripts/unset-settings";
import { PAGES } from "./access/matrix";

const ROOT = join(import.meta.dirname, "..", "..");
const WEBHOOK_SECRET = "Y2FyZHdlbGwtc2FuZGJveC13ZWJob29rLXNlY3JldCE";

test("sends no secret to the browser", async ({ page, sandbox, signInAs }) => {
  await signInAs("admin");
  const received: string[] = [];
  page.on("response", async (response) => {
    received.push(await response.text().catch(() => ""));
  });
  for (const path of Object.keys(PAGES).filter((path) => !path.includes("["))) {
    await page.goto(path);
    await page.waitForLoadState("load");
  }
  for (const file of readdirSync(join(ROOT, ".next/static"), { recursive: true, encoding: "utf8" })) {
    if (/\.(js|css|map)$/.test(file)) received.push(readFileSync(join(ROOT, ".next/static", file), "utf8"));
  }
  const allText = received.join("\n");
  expect(allText.length).toBeGreaterThan(100_000);
  for (const secret of [sandbox.apiKey, WEBHOOK_SECRET]) expect(allText.includes(secret)).toBe(false);
});

test("a live dashboard has no demo logins, is set up once, and logs no secret", { tag: "@full" }, async ({
  browser,
  sandbox,
}) => {
  test.setTimeout(180_000);
  const dataDir = test.info().outputPath("live");
  const env = {
    CARD_API_URL: sandbox.url,
    CARD_API_KEY: sandbox.apiKey,
    NEXTAUTH_SECRET: "a secret of the live dashboard, long enough",
    WEBHOOK_TOKEN: "a token of the live dashboard",
    DATA_DIR: dataDir,
  };
  const setUp = () =>
    execFileSync(
      process.execPath,
      ["scripts/task.mjs", "setup", "--name", "Ada Lovelace", "--email", "ada@example.com"],
      {
        cwd: ROOT,
        env: { ...process.env, ...UNSET_SETTINGS, NEXTAUTH_URL: "http://localhost:1", ...env },
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
  const [path = ""] = setUp().match(/\/welcome\/\S+/) ?? [];
  expect(setUp).toThrow(/already has people/);

  const dashboard = await startDashboard({ env: { ...env, LOG_LEVEL: "debug" } });
  try {
    const page = await browser.newPage();
    await page.goto(`${dashboard.origin}/login`);
    await expect(page.getByText("Or sign in as")).toHaveCount(0);
    await page.getByLabel("Email").fill("admin@cardwell.test");
    await page.getByLabel("Password").fill("cardwell-demo");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.locator("form").getByRole("alert")).toHaveText("Incorrect email or password.");

    await page.goto(`${dashboard.origin}${path}`);
    await page.getByLabel("Password").fill("lantern horse cobalt staple");
    await page.getByRole("button", { name: "Set password and sign in" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
    await expect(page.getByText("Sandbox issuer")).toHaveCount(0);
    await page.close();
    expect(dashboard.output()).toContain('"call":"listCards"');
    for (const secret of [
      ...Object.values(env).slice(1, 4),
      "lantern horse cobalt staple",
      "cardwell-demo",
      "ada@example.com",
    ]) {
      expect(dashboard.output()).not.toContain(secret);
    }
  } finally {
    await dashboard.stop();
  }
});
