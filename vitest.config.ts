import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const INTEGRATION = "**/*.integration.test.ts";
const SANDBOX = "sandbox/**/*.integration.test.ts";
const START = "scripts/start.test.ts";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");

export default defineConfig({
  resolve: {
    alias: {
      "@": root,
      // Tests are the server: what guards its folders from the browser lets them in.
      "server-only": `${root}/node_modules/server-only/empty.js`,
    },
  },
  test: {
    exclude: ["**/node_modules/**", "**/.next/**", "e2e/**"],
    // By default one core is left free: of two that is half.
    maxWorkers: "100%",
    // For what hangs, not for what is slow: a property of a thousand cases takes its time beside other work.
    testTimeout: 60_000,
    // A second is nothing on a machine that is busy with something else.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,components,lib,sandbox,scripts}/**/*.test.{ts,tsx}"],
          exclude: [INTEGRATION, START],
        },
      },
      ...integration("pglite"),
      ...integration("postgres", ["scripts/test-postgres.ts"]),
      {
        extends: true,
        test: {
          name: "start",
          include: [START],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

/**
 * The integration tests on one engine. The sandbox keeps nothing in its modules, so its files share a process:
 * the embedded engine, compiled once, then opens in a fraction of the time.
 */
function integration(engine: "pglite" | "postgres", globalSetup: string[] = []) {
  const shared = { env: { TEST_ENGINE: engine }, globalSetup, testTimeout: 120_000, hookTimeout: 180_000 };
  return [
    { extends: true as const, test: { ...shared, name: engine, include: [INTEGRATION], exclude: [SANDBOX] } },
    {
      extends: true as const,
      test: { ...shared, name: `${engine}-sandbox`, include: [SANDBOX], isolate: false },
    },
  ];
}
