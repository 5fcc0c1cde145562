import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import browserTests from "@/playwright.config";

const { globalSetup: _, ...others } = browserTests;

/**
 * The browser tests with a screen bug: on servers that are there already, and with short timeouts, because a bug often
 * shows as one.
 */
export default defineConfig({
  ...others,
  testDir: join(import.meta.dirname, "..", "e2e/specs"),
  retries: 0,
  timeout: 45_000,
  globalTimeout: 900_000,
  expect: { timeout: 10_000 },
  use: { ...others.use, actionTimeout: 15_000 },
});
