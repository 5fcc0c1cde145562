import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "./scripts/chromium.mjs";

const executablePath = await findChromium();

// Each worker starts its own dashboard and sandbox (e2e/fixtures/stack.ts), so two files can run in parallel.
export default defineConfig({
  testDir: "e2e/specs",
  globalSetup: "./e2e/global-setup.ts",
  fullyParallel: false,
  workers: 2,
  // A test that passes only the second time is reported as flaky (docs/testing.md).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // The timeouts are for tests that hang: on a busy machine everything takes several times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    // Cookies and storage are cleared, but compiled scripts stay, which take a quarter of a test's processor time.
    reuseContext: true,
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath ? { executablePath } : {}) },
  },
});
