import { spawn } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { processWide } from "@/lib/process-wide";
import { loadEnvFiles } from "@/scripts/env-files.mjs";
import { joinSandbox } from "@/scripts/join-sandbox.mjs";
import { requireFreePort } from "@/scripts/ports.mjs";
import { onStopSignal } from "@/scripts/process-groups.mjs";
import { readSettings, type Settings } from "@/scripts/settings";
import { demoBanner, liveBanner } from "@/scripts/start-banner.mjs";
import { printError, UserError } from "@/scripts/user-error.mjs";
import { requirePlatform } from "./require-platform";

// `server.js` of a package: what scripts/start.mjs is for a checkout. The dashboard runs in this process, so that
// systemd or Docker signals it directly.

/** Longer than a reverse proxy keeps idle connections (nginx: 60 s). */
const KEEP_ALIVE_MS = 75_000;
/** Next finishes pending requests first, but an export or a slow client could take forever. */
const STOP_TIMEOUT_MS = 20_000;
const START_TIMEOUT_MS = 180_000;

const root = dirname(fileURLToPath(import.meta.url));
process.chdir(root);

try {
  await start();
} catch (error) {
  printError(error);
  process.exit(1);
}

async function start(): Promise<void> {
  requirePlatform(root);
  loadEnvFiles(root);
  const read = readSettings(process.env, { root, mode: "production" });
  if (!read.ok) throw new UserError(read.problems.join("\n"));
  const { settings } = read;
  const { startsSandbox } = settings;
  const isSandbox = settings.liveIssuerUrl === null;
  await requireFreePort("PORT", settings.port);
  if (startsSandbox) await requireFreePort("SANDBOX_PORT", settings.sandboxPort);
  setEnvironment(settings);
  if (startsSandbox) startSandbox(settings);
  stopGracefully();
  resetConnectionsUntilReady(settings.port);
  await startDashboard(settings);
  if (isSandbox) {
    if (startsSandbox) await waitForSandbox(settings);
    else await joinSandbox(settings, process.env.WEBHOOK_SECRET?.split(/\s+/)[0]);
    console.log(demoBanner(settings));
  } else if (process.stdout.isTTY) console.log(liveBanner(settings, null));
}

/** Next and next-auth read some of these variables themselves. */
function setEnvironment(settings: Settings): void {
  const hasSandbox = settings.liveIssuerUrl === null;
  Object.assign(process.env, {
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    CARDWELL_PACKAGE: "1",
    PORT: String(settings.port),
    // The shell or Docker sets it to the name of the machine; Next would listen on that address only.
    HOSTNAME: settings.host ?? allInterfaces(),
    KEEP_ALIVE_TIMEOUT: String(KEEP_ALIVE_MS),
    DATA_DIR: settings.dataDir,
    NEXTAUTH_URL: process.env.NEXTAUTH_URL || (hasSandbox ? settings.dashboardUrl : ""),
    ...(hasSandbox && {
      SANDBOX_PORT: String(settings.sandboxPort),
      SANDBOX_API_KEY: settings.sandboxApiKey,
    }),
  });
}

function allInterfaces(): string {
  const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ family }) => family === "IPv6"),
  );
  return hasIpv6 ? "::" : "0.0.0.0";
}

/** The sandbox stops by itself when the IPC channel closes, which is after the last request of the dashboard. */
function startSandbox(settings: Settings): void {
  const child = spawn(process.execPath, [join(root, "programs/sandbox/cardwell-sandbox.mjs")], {
    env: { ...process.env, HOST: settings.sandboxHost, SANDBOX_WEBHOOK_URL: settings.webhookUrl },
    // Its own process group, so that a Ctrl-C in the terminal doesn't reach it.
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  child.once("exit", (code, signal) => {
    console.error(`The sandbox stopped unexpectedly (${signal ?? `exit code ${code}`}).`);
    process.exit(1);
  });
}

async function waitForSandbox({ sandboxUrl, sandboxApiKey }: Settings): Promise<void> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(100)) {
    const health = await fetch(`${sandboxUrl}/sandbox/health`, {
      headers: { "x-payments-api-key": sandboxApiKey },
      signal: AbortSignal.timeout(5_000),
    })
      .then((response) => (response.ok ? response.json() : null))
      .catch(() => null);
    if (health?.status === "ready") return;
  }
  throw new UserError(`The sandbox did not start within ${START_TIMEOUT_MS / 60_000} minutes.`);
}

/** Next handles the signals itself. This ends what it would wait for too long. */
function stopGracefully(): void {
  let isStopping = false;
  subscribe("http.server.request.start", (message) => {
    const { response } = message as { response: { shouldKeepAlive: boolean } };
    if (isStopping) response.shouldKeepAlive = false;
  });
  onStopSignal({
    stop: (signal) => {
      isStopping = true;
      setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
      // The only one of the three that Next doesn't handle.
      if (signal === "SIGHUP") process.kill(process.pid, "SIGTERM");
    },
    kill: () => process.exit(1),
  });
}

/**
 * Next listens before it is ready, and would let requests wait until then, also for a migration. A proxy sends a
 * request whose connection was reset to another copy.
 */
function resetConnectionsUntilReady(port: number): void {
  const ready = processWide<boolean>("is-ready");
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    if (ready.current) unsubscribe("net.server.socket", onSocket);
    else if (socket.localPort === port) socket.resetAndDestroy();
  };
  subscribe("net.server.socket", onSocket);
}

/** Next's own entry of its standalone output listens on PORT and HOSTNAME. */
async function startDashboard({ dashboardUrl }: Settings): Promise<void> {
  const print = console.log;
  // Next greets with lines that are no log lines.
  console.log = () => undefined;
  await import(pathToFileURL(join(root, "next-server.js")).href);
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(50)) {
    const isUp = await fetch(`${dashboardUrl}/api/health/live`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isUp) continue;
    console.log = print;
    return;
  }
  throw new UserError(`The dashboard did not start within ${START_TIMEOUT_MS / 60_000} minutes.`);
}
