import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "./scripts/chromium.mjs";
import { findFreePorts } from "./scripts/ports.mjs";

// An empty setting is an unset one: neither the shell's nor a .env file's reaches the tests.
const UNSET = Object.fromEntries(
  [
    ["CARD_API_URL", "CARD_API_KEY", "DATABASE_URL", "NEXTAUTH_URL", "NEXTAUTH_SECRET"],
    ["WEBHOOK_SECRET", "WEBHOOK_TOKEN", "REPORT_LINK_HOSTS"],
    ["SANDBOX_API_KEY", "SANDBOX_DATABASE_URL", "SANDBOX_WEBHOOK_URL", "SANDBOX_WEBHOOK_SECRET"],
  ]
    .flat()
    .map((name) => [name, ""]),
);

const { port, sandboxPort, dataDir } = await readInstance();

export default defineConfig({
  testDir: "e2e/specs",
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    baseURL: `http://localhost:${port}`,
    browserName: "chromium",
    launchOptions: {
      ...(await executable()),
      args: CHROMIUM_FLAGS,
    },
    trace: "retain-on-failure",
  },
  webServer: {
    command: "node scripts/start.mjs",
    env: { ...UNSET, PORT: port, SANDBOX_PORT: sandboxPort, DATA_DIR: dataDir },
    wait: { stdout: /Ctrl-C stops it/ },
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});

/**
 * The tests run on an instance of their own, beside whatever a developer has running. Playwright reads
 * this file once more in each worker: what the first reading chose reaches those by the environment.
 */
async function readInstance() {
  if (!process.env.E2E_DATA_DIR) {
    const [port, sandboxPort] = await findFreePorts(2);
    const dataDir = mkdtempSync(join(tmpdir(), "cardwell-e2e-"));
    process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }));
    Object.assign(process.env, { E2E_PORT: port, E2E_SANDBOX_PORT: sandboxPort, E2E_DATA_DIR: dataDir });
  }
  const { E2E_PORT = "", E2E_SANDBOX_PORT = "", E2E_DATA_DIR = "" } = process.env;
  return { port: E2E_PORT, sandboxPort: E2E_SANDBOX_PORT, dataDir: E2E_DATA_DIR };
}

async function executable() {
  const executablePath = await findChromium();
  return executablePath ? { executablePath } : {};
}
