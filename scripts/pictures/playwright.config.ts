import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import browserTests from "@/playwright.config";

const ROOT = join(import.meta.dirname, "..", "..");

/** Takes the README's pictures with the browser and the stack of the end-to-end tests. */
export default defineConfig({
  ...browserTests,
  testDir: import.meta.dirname,
  testMatch: "*.pictures.ts",
  globalSetup: join(ROOT, "e2e/global-setup.ts"),
  outputDir: join(ROOT, "test-results"),
  workers: 1,
  use: {
    ...browserTests.use,
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "UTC",
    contextOptions: { reducedMotion: "reduce" },
  },
});
