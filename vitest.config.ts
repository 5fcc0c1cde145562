import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const INTEGRATION = "**/*.integration.test.ts";
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
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,components,lib,sandbox,scripts}/**/*.test.{ts,tsx}"],
          exclude: [INTEGRATION, START],
        },
      },
      {
        extends: true,
        test: {
          name: "pglite",
          include: [INTEGRATION],
          env: { TEST_ENGINE: "pglite" },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: [INTEGRATION],
          env: { TEST_ENGINE: "postgres" },
          globalSetup: ["scripts/test-postgres.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
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
