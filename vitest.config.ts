import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { listFiles } from "./scripts/source-files.mjs";

const INTEGRATION = "**/*.integration.test.ts";
const START = "scripts/start.test.ts";
const OFFICE = "**/*.office.test.ts";
const PROMETHEUS = "scripts/metrics.prometheus.test.ts";
const NGINX = "scripts/package/nginx.test.ts";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");

type TestOptions = TestProjectInlineConfiguration["test"];

/** A module that was loaded before can't be replaced. */
const REPLACING = ["app", "components", "lib", "sandbox"].flatMap(findTestsThatReplaceModules);
const sharing = REPLACING.filter((file) => file.endsWith(".integration.test.ts"));
if (sharing.length > 0)
  throw new Error(`Integration tests share their modules, so they can't use vi.mock: ${sharing.join(", ")}`);

export default defineConfig({
  resolve: {
    alias: {
      "@": root,
      // Tests run on the server, so the package that blocks browser code is replaced by its empty module.
      "server-only": `${root}/node_modules/server-only/empty.js`,
      // Its request exists only in a running server. Here, a test sets it (testing/test-request.ts).
      "next/headers": `${root}/testing/next-headers.ts`,
    },
  },
  test: {
    exclude: ["**/node_modules/**", "**/.next/**", "dist/**", "e2e/**"],
    // By default one core is left free, which is half of two.
    maxWorkers: "100%",
    // The timeout is for tests that hang: a property test with a thousand cases is slow on a busy machine.
    testTimeout: 60_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,components,lib,sandbox}/**/*.test.{ts,tsx}"],
          exclude: [INTEGRATION, OFFICE, ...REPLACING],
          // The files share the modules that they load: each for itself, that takes longer than the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "unit-isolated",
          include: ["scripts/**/*.test.ts", ...REPLACING],
          exclude: [INTEGRATION, START, OFFICE, PROMETHEUS, NGINX],
        },
      },
      integration("pglite", "scripts/test-pglite.ts"),
      integration("postgres", "scripts/test-postgres.ts", {
        isolate: false,
        setupFiles: ["testing/forget-process.ts"],
      }),
      {
        extends: true,
        test: {
          name: "office",
          include: [OFFICE],
          env: { TEST_ENGINE: "pglite" },
          globalSetup: ["scripts/test-pglite.ts"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
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
      { extends: true, test: { name: "nginx", include: [NGINX] } },
      {
        extends: true,
        test: {
          name: "prometheus",
          include: [PROMETHEUS],
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});

/** The integration tests on one engine. */
function integration(engine: "pglite" | "postgres", globalSetup: string, test: TestOptions = {}) {
  return {
    extends: true as const,
    test: {
      name: engine,
      include: [INTEGRATION],
      // As `next build` sets it for `authInterrupts` (next.config.mjs), without which `forbidden()` is an error.
      env: { TEST_ENGINE: engine, __NEXT_EXPERIMENTAL_AUTH_INTERRUPTS: "true" },
      // A test file's process ends before optimized WebAssembly would pay off: this saves a third of its processor time.
      execArgv: engine === "pglite" ? ["--liftoff-only"] : [],
      globalSetup: [globalSetup],
      testTimeout: 120_000,
      hookTimeout: 180_000,
      ...test,
    },
  };
}

function findTestsThatReplaceModules(folder: string): string[] {
  return listFiles(root, folder).filter(
    (file) => /\.test\.tsx?$/.test(file) && readFileSync(join(root, file), "utf8").includes("vi.mock("),
  );
}
