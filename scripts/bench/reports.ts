import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium } from "@playwright/test";
import pg from "pg";
import { ensureBuilt } from "@/scripts/build.mjs";
import { CHROMIUM_FLAGS, findChromium } from "@/scripts/chromium.mjs";
import { startPostgres } from "@/scripts/embedded-postgres";
import { findFreePorts } from "@/scripts/ports.mjs";
import { createProcessGroups } from "@/scripts/process-groups.mjs";
import { UNSET_SETTINGS } from "@/scripts/unset-settings";
import { printTable } from "./measure";
import { deliver, startReportIssuer } from "./report-issuer";

// Measures the time from webhook to screen, the memory used by a large file, and a burst of webhooks.

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const PER_SECOND = 300;
const SECONDS = Number(process.env.BENCH_WEBHOOK_SECONDS ?? 10);
const LARGE_BYTES = Number(process.env.BENCH_REPORT_BYTES ?? 200_000_000);
const ROUNDS = 7;
const WARM_UP_SECONDS = 5;
const MAX_ATTEMPTS = 5;

await ensureBuilt(root, createProcessGroups({ cwd: root, env: () => process.env }));
const postgres = await startPostgres();
const [port = 0, issuerPort = 0] = await findFreePorts(2);
const origin = `http://localhost:${port}`;
const webhookUrl = `${origin}/api/webhooks/issuer`;
const folder = mkdtempSync(join(tmpdir(), "cardwell-bench-"));
const issuer = await startReportIssuer(issuerPort);
const dashboard = spawn(
  process.execPath,
  [join(root, "node_modules/next/dist/bin/next"), "start", "-p", String(port)],
  {
    cwd: root,
    env: {
      ...process.env,
      ...UNSET_SETTINGS,
      NODE_ENV: "production",
      PORT: String(port),
      SANDBOX_PORT: String(issuerPort),
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      NEXTAUTH_URL: origin,
      LOG_LEVEL: "error",
      INDEX_CALLS_PER_SECOND: "1",
    },
    stdio: ["ignore", "ignore", "inherit"],
  },
);
const db = new pg.Client({ connectionString: postgres.url });
const executablePath = await findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: CHROMIUM_FLAGS,
});

try {
  await waitUntilReady();
  await db.connect();
  const context = await signIn();
  const rows = [
    await eventToScreen(context),
    // Memory is flat if a file four times as large makes no difference.
    ...(await largeFile(context, LARGE_BYTES / 4)),
    ...(await largeFile(context, LARGE_BYTES)),
    await storm(),
  ];
  printTable("Reports and webhooks, production build on PostgreSQL", ["Measurement", "Result", "Goal"], rows);
} finally {
  await browser.close();
  dashboard.kill("SIGKILL");
  await db.end().catch(() => undefined);
  await issuer.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** The time from a webhook for a 1 MB file until an open list shows the report as ready. */
async function eventToScreen(context: BrowserContext): Promise<string[]> {
  const page = await context.newPage();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const reference = await request(context);
    await page.goto(`${origin}/reports`);
    await page.getByText("Connected", { exact: true }).waitFor();
    const first = page.getByRole("table", { name: "Reports" }).locator("tbody tr").first();
    await first.getByText("Requested").waitFor();
    const startedAt = performance.now();
    await deliver(webhookUrl, event(reference, 1_000_000));
    await first.getByText("Ready").waitFor();
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  await page.close();
  return [
    "from event to screen, 1 MB file, median",
    `${Math.round(times[Math.floor(ROUNDS / 2)] ?? 0)} ms`,
    "< 1,000 ms",
  ];
}

/** How much memory grows while a file is stored and downloaded. */
async function largeFile(context: BrowserContext, length: number): Promise<string[][]> {
  const reference = await request(context);
  const id = await requestIdOf(reference);
  const before = residentMb();
  const startedAt = performance.now();
  await deliver(webhookUrl, event(reference, length));
  let peak = before;
  for (;;) {
    const { rows } = await db.query("select state, reason from report_requests where id = $1", [id]);
    peak = Math.max(peak, residentMb());
    if (rows[0].state === "captured") break;
    if (rows[0].state === "failed") throw new Error(rows[0].reason);
    await sleep(200);
  }
  const storedMs = performance.now() - startedAt;
  const afterStoring = residentMb();
  let downloadPeak = afterStoring;
  const watch = setInterval(() => {
    downloadPeak = Math.max(downloadPeak, residentMb());
  }, 200);
  const cookie = (await context.cookies(origin)).map(({ name, value }) => `${name}=${value}`).join("; ");
  const downloadedAt = performance.now();
  const response = await fetch(`${origin}/api/reports/${id}/file`, { headers: { cookie } });
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.byteLength;
  clearInterval(watch);
  const size = `${Math.round(bytes / 1e6)} MB`;
  return [
    [`storing a ${size} file`, `${(storedMs / 1000).toFixed(1)} s, +${peak - before} MB resident`, "flat"],
    [
      `downloading ${size}`,
      `${((performance.now() - downloadedAt) / 1000).toFixed(1)} s, +${downloadPeak - afterStoring} MB resident`,
      "flat",
    ],
  ];
}

/** Sends signed events at a steady rate and redelivers rejected ones: each must be stored exactly once. */
async function storm(): Promise<string[]> {
  await sendAtRate("warming", PER_SECOND * WARM_UP_SECONDS);
  const before = await countDeliveries();
  const total = PER_SECOND * SECONDS;
  const { tookMs, redelivered } = await sendAtRate("storm", total);
  const lost = total - ((await countDeliveries()) - before);
  return [
    `${total} events`,
    `${Math.round(total / (tookMs / 1000))}/s, ${lost} lost, ${redelivered} redelivered`,
    `${PER_SECOND}/s, 0 lost`,
  ];
}

async function sendAtRate(name: string, total: number): Promise<{ tookMs: number; redelivered: number }> {
  const sent: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let count = 0; count < total; count += 1) {
    const due = startedAt + (count * 1000) / PER_SECOND;
    if (due > performance.now()) await sleep(due - performance.now());
    sent.push(sendUntilAccepted({ eventType: name, count }, `${name}_${count}`));
  }
  const attempts = await Promise.all(sent);
  const redelivered = attempts.reduce((sum, count) => sum + count - 1, 0);
  return { tookMs: performance.now() - startedAt, redelivered };
}

async function sendUntilAccepted(body: object, id: string): Promise<number> {
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
    if ((await deliver(webhookUrl, body, id).catch(() => 0)) === 202) return attempts;
    await sleep(500);
  }
  return MAX_ATTEMPTS;
}

async function countDeliveries(): Promise<number> {
  const { rows } = await db.query("select count(*) from webhook_deliveries where verdict = 'accepted'");
  return Number(rows[0].count);
}

function event(reference_id: string, bytes: number) {
  return { eventType: "files", data: { reference_id, link: issuer.linkOf(bytes) } };
}

async function request(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  const countBefore = issuer.references.length;
  await page.goto(`${origin}/reports`);
  await page.getByRole("button", { name: "Request report" }).click();
  await page.getByRole("button", { name: /^Request \d/ }).click();
  while (issuer.references.length === countBefore) await sleep(20);
  const reference = issuer.references.at(-1) ?? "";
  while ((await requestIdOf(reference)) === null) await sleep(20);
  await page.close();
  return reference;
}

async function requestIdOf(reference: string): Promise<string | null> {
  const { rows } = await db.query("select request_id from report_asks where reference_id = $1", [reference]);
  return rows[0]?.request_id ?? null;
}

async function signIn(): Promise<BrowserContext> {
  const context = await browser.newContext();
  const { csrfToken } = await (await context.request.get(`${origin}/api/auth/csrf`)).json();
  await context.request.post(`${origin}/api/auth/callback/credentials`, {
    form: { csrfToken, json: "true", email: "finance@cardwell.test", password: "cardwell-demo" },
  });
  return context;
}

async function waitUntilReady(): Promise<void> {
  for (let attempts = 0; attempts < 600; attempts += 1) {
    const isReady = await fetch(`${origin}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await sleep(100);
  }
  throw new Error("The dashboard did not become ready");
}

function residentMb(): number {
  return Math.round(Number(execFileSync("ps", ["-o", "rss=", "-p", String(dashboard.pid)])) / 1024);
}
