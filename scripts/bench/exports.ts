import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "@playwright/test";
import { Sandbox } from "@/e2e/fixtures/sandbox";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { RowCount } from "@/lib/csv/row-count";
import { formatCount } from "@/lib/domain/money/numbers";
import { DEMO_API_KEY } from "@/lib/domain/settings/sandbox-defaults";
import { findFreePorts } from "@/scripts/ports.mjs";
import { formatMs, printTable } from "./measure";
import { startNode } from "./programs";

// A large export from issuer to client. It must be streamed, so memory must not grow with its size.

const TRANSACTIONS = Number(process.env.BENCH_TRANSACTIONS ?? 100_000);
const ROOT = join(import.meta.dirname, "..", "..");
const SAMPLE_INTERVAL_MS = 250;

const [port = "", sandboxPort = ""] = (await findFreePorts(2)).map(String);
const dataDir = mkdtempSync(join(tmpdir(), "cardwell-bench-"));
const origin = `http://localhost:${port}`;
const env = {
  PORT: port,
  SANDBOX_PORT: sandboxPort,
  DATA_DIR: dataDir,
  NEXTAUTH_URL: origin,
  LOG_LEVEL: "silent",
  // Otherwise the index would fill at the same time, and its memory would count as the export's.
  INDEX_CALLS_PER_SECOND: "1",
};
const sandboxUrl = `http://localhost:${sandboxPort}`;
const issuer = await startNode(["--import", "tsx", "sandbox/main.ts"], {
  cwd: ROOT,
  env,
  readyUrl: `${sandboxUrl}/sandbox/health`,
});
const dashboard = await startNode(["node_modules/next/dist/bin/next", "start", "-p", port], {
  cwd: ROOT,
  env: { ...env, NODE_ENV: "production" },
  readyUrl: `${origin}/api/health/ready`,
});

try {
  const sandbox = new Sandbox({ url: sandboxUrl, apiKey: DEMO_API_KEY });
  const cards = Math.max(1, Math.round(TRANSACTIONS / 10));
  await sandbox.reset({ scenario: "scale", cards, transactions: TRANSACTIONS });
  const asFinance = await request.newContext({ baseURL: origin });
  await signInWithRole(asFinance, "finance");
  const { cookies } = await asFinance.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  // Warm-up: loads the code that every export shares.
  await (await fetch(`${origin}/api/cards/export`, { headers: { cookie } })).text();

  const before = memoryMb(dashboard.pid);
  let peak = before;
  const sampler = setInterval(() => {
    peak = Math.max(peak, memoryMb(dashboard.pid));
  }, SAMPLE_INTERVAL_MS);
  const startedAt = performance.now();
  const response = await fetch(`${origin}/api/transactions/export`, { headers: { cookie } });
  const count = new RowCount();
  let firstByteMs = Number.NaN;
  for await (const chunk of response.body ?? []) {
    if (count.rows === 0) firstByteMs = performance.now() - startedAt;
    count.add(chunk);
  }
  clearInterval(sampler);
  const seconds = (performance.now() - startedAt) / 1000;
  printTable(
    `Export of ${formatCount(TRANSACTIONS)} transactions, page by page from the issuer`,
    ["rows", "first byte (≤ 300 ms)", "total", "rows per second", "memory (≤ +60 MB)"],
    [
      [
        formatCount(count.rows - 1),
        formatMs(firstByteMs),
        `${seconds.toFixed(1)} s`,
        formatCount(Math.round((count.rows - 1) / seconds)),
        `${before} MB, +${peak - before} MB`,
      ],
    ],
  );
} finally {
  await dashboard.stop();
  await issuer.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function memoryMb(pid: number): number {
  return Math.round(
    Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024,
  );
}
