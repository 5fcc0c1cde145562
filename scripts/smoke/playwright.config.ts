import { join } from "node:path";
import { defineConfig, type ReporterDescription } from "@playwright/test";
import browserTests from "@/playwright.config";
import { TARGET } from "./target";

const { SMOKE_JUNIT, SMOKE_HTML } = process.env;
const optionalReporters: ReporterDescription[] = [
  ...(SMOKE_JUNIT ? ([["junit", { outputFile: SMOKE_JUNIT }]] as const) : []),
  ...(SMOKE_HTML ? ([["html", { outputFolder: SMOKE_HTML, open: "never" }]] as const) : []),
];

/** Checks of a real deployment, which `npm run smoke` runs. They sign in once and read. */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: join(TARGET.folder, "results"),
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: TARGET.report }], ...optionalReporters],
  use: { ...browserTests.use, baseURL: TARGET.url.origin, ignoreHTTPSErrors: TARGET.isInsecure },
  projects: [
    { name: "visitor", testMatch: "visitor.smoke.ts" },
    { name: "sign in", testMatch: "sign-in.smoke.ts", teardown: "sign out" },
    {
      name: "signed in",
      testMatch: "signed-in.smoke.ts",
      dependencies: ["sign in"],
      use: { storageState: TARGET.session },
    },
    { name: "sign out", testMatch: "sign-out.smoke.ts" },
  ],
});
