import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { bundlePaths, findBundles } from "./bundle.mjs";
import { loadEnvFiles } from "./env-files.mjs";
import { ensureInstalled } from "./install.mjs";
import { joinSandbox } from "./join-sandbox.mjs";
import { requireFreePort } from "./ports.mjs";
import { createProcessGroups, onStopSignal } from "./process-groups.mjs";
import { demoBanner, liveBanner, sandboxBanner } from "./start-banner.mjs";
import { createProgress } from "./start-progress.mjs";
import { describeTerminal, isRelevantAfterStart, labelLine } from "./terminal.mjs";
import { printError, UserError } from "./user-error.mjs";

/**
 * Longer than a reverse proxy keeps idle connections (nginx: 60 s). With Node's default of 5 s, a request fails if the
 * server closes the connection at that moment.
 */
const KEEP_ALIVE_MS = 75_000;

/** @typedef {import("./settings.ts").Settings} Settings */
/** @typedef {{ settings: Settings, progress: ReturnType<typeof createProgress>, terminal: import("./terminal.mjs").Terminal }} Start */
/** @typedef {{ name: string, started: import("./process-groups.mjs").StartedProgram }} Program */

const MODES = /** @type {const} */ ({ "": "production", "--dev": "dev", "--sandbox-only": "sandbox" });
const START_TIMEOUT_MS = 180_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const processes = createProcessGroups({
  cwd: root,
  env: () => ({ ...process.env, NEXT_TELEMETRY_DISABLED: "1" }),
});
let isStopping = false;

onStopSignal({
  stop: () => {
    console.log("\nStopping…");
    void stopAndExit(0);
  },
  kill: () => process.exit(1),
});
stopWithNpm();
// The IPC channel closes if the process that started us is killed; the browser tests rely on this.
process.on("disconnect", () => void stopAndExit(1));

try {
  const programs = await launch(readMode(process.argv.slice(2)));
  const ended = await Promise.race(
    programs.map(({ name, started }) => started.exited.then((how) => ({ name, how }))),
  );
  throw new UserError(`The ${ended.name} stopped unexpectedly (${ended.how}).`);
} catch (error) {
  if (!isStopping) {
    printError(error);
    await stopAndExit(1);
  }
}

/** @param {string[]} args */
function readMode(args) {
  const option = args.join(" ");
  if (option in MODES) return MODES[/** @type {keyof typeof MODES} */ (option)];
  throw new UserError(`Unknown option ${JSON.stringify(option)}. Use --dev or --sandbox-only.`);
}

/**
 * @param {(typeof MODES)[keyof typeof MODES]} mode
 * @returns {Promise<Program[]>} once all of them are ready
 */
async function launch(mode) {
  await ensureInstalled(root, processes);
  loadEnvFiles(root, { isDev: mode === "dev" });
  const settings = await readSettings(mode, mode === "production" ? await findBundles(root) : null);
  const hasDashboard = mode !== "sandbox";
  const isSandbox = mode === "sandbox" || settings.liveIssuerUrl === null;
  const startsSandbox = mode === "sandbox" || settings.startsSandbox;

  if (hasDashboard) await requireFreePort("PORT", settings.port);
  if (startsSandbox) await requireFreePort("SANDBOX_PORT", settings.sandboxPort);
  if (mode === "production") await ensureBuilt(root, processes);

  console.log(
    mode === "dev"
      ? "Starting in development mode… The first page takes up to a minute to compile."
      : "Starting…",
  );
  const start = {
    settings,
    progress: createProgress(),
    terminal: describeTerminal(process.stdout, process.env, settings.logFormat),
  };
  const programs = await Promise.all([
    ...(startsSandbox ? [startSandbox(start, mode === "production" ? bundlePaths(root).sandbox : null)] : []),
    ...(hasDashboard ? [startDashboard(start, mode === "dev" ? "dev" : "start")] : []),
  ]);
  if (isSandbox && !startsSandbox) await joinSandbox(settings, process.env.WEBHOOK_SECRET?.split(/\s+/)[0]);
  start.progress.stop();
  if (!hasDashboard) console.log(sandboxBanner(settings));
  else console.log(isSandbox ? demoBanner(settings) : liveBanner(settings, await fetchIssuerState(settings)));
  return programs;
}

/**
 * Uses the programs' own rules, which are TypeScript and can only be loaded once tsx is installed.
 * @param {import("./settings.ts").Mode} mode
 * @param {import("./bundle.mjs").Bundles | null} bundles
 * @returns {Promise<Settings>}
 */
async function readSettings(mode, bundles) {
  /** @type {typeof import("./settings.ts")} */
  const settingsModule = bundles
    ? await import(pathToFileURL(bundles.settings).href)
    : await (await import("tsx/esm/api")).tsImport("./settings.ts", import.meta.url);
  const result = settingsModule.readSettings(process.env, { root, mode });
  if (!result.ok) throw new UserError(result.problems.join("\n"));
  return result.settings;
}

/**
 * @param {Start} start
 * @param {string | null} bundle
 */
function startSandbox({ settings, progress, terminal }, bundle) {
  progress.begin("sandbox", "preparing the sandbox issuer");
  const started = processes.start(
    bundle ? [bundle] : ["--import", "tsx", "sandbox/main.ts"],
    {
      ...sharedEnv(settings),
      ...terminal.env,
      HOST: settings.sandboxHost,
      SANDBOX_WEBHOOK_URL: settings.webhookUrl,
    },
    (line) => labelLine("sandbox  ", line, terminal),
  );
  return waitUntilReady({ name: "sandbox", started }, progress, async () => {
    const response = await fetch(`${settings.sandboxUrl}/sandbox/health`, {
      headers: { "x-payments-api-key": settings.sandboxApiKey },
      signal: AbortSignal.timeout(5_000),
    });
    return response.ok && (await response.json()).status === "ready";
  });
}

/**
 * @param {Start} start
 * @param {"dev" | "start"} command
 */
function startDashboard({ settings, progress, terminal }, command) {
  progress.begin("dashboard", command === "dev" ? "compiling the first page" : "starting the dashboard");
  const listen = ["-p", String(settings.port), ...(settings.host === null ? [] : ["-H", settings.host])];
  const keepAlive = command === "start" ? ["--keepAliveTimeout", String(KEEP_ALIVE_MS)] : [];
  const next = ["node_modules/next/dist/bin/next", command, ...listen, ...keepAlive];
  const started = processes.start(
    ["--import", "./scripts/exit-with-parent.mjs", ...next],
    {
      ...sharedEnv(settings),
      ...terminal.env,
      // next-auth reads this variable itself and would use an empty value, or its default of port 3000.
      NEXTAUTH_URL:
        process.env.NEXTAUTH_URL || (settings.liveIssuerUrl === null ? settings.dashboardUrl : ""),
      NODE_ENV: command === "dev" ? "development" : "production",
    },
    (line) => labelLine("dashboard", line, terminal),
  );
  // In development the output of Next.js shows the progress of the compilation.
  if (command === "dev") started.releaseOutput();
  return waitUntilReady({ name: "dashboard", started }, progress, async () => {
    const response = await fetch(`${settings.dashboardUrl}/login`, {
      signal: AbortSignal.timeout(60_000),
    });
    return response.status < 500;
  });
}

/**
 * The result of the dashboard's check of its issuer at startup.
 * @param {Settings} settings
 * @returns {Promise<unknown>}
 */
async function fetchIssuerState(settings) {
  const response = await fetch(`${settings.dashboardUrl}/api/health/ready`).catch(() => null);
  return (await response?.json().catch(() => null))?.issuer;
}

/** @param {Settings} settings */
function sharedEnv(settings) {
  return {
    ...(settings.port > 0 && { PORT: String(settings.port) }),
    ...(settings.sandboxPort > 0 && { SANDBOX_PORT: String(settings.sandboxPort) }),
    SANDBOX_API_KEY: settings.sandboxApiKey,
    DATA_DIR: settings.dataDir,
  };
}

/**
 * @param {Program} program
 * @param {ReturnType<typeof createProgress>} progress
 * @param {() => Promise<boolean>} isReady
 * @returns {Promise<Program>}
 */
async function waitUntilReady(program, progress, isReady) {
  const { name, started } = program;
  const becameReady = (async () => {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (await isReady().catch(() => false)) return null;
      await sleep(100);
    }
    return `no response within ${START_TIMEOUT_MS / 60_000} minutes`;
  })();
  const failure = await Promise.race([becameReady, started.exited]);
  if (failure === null) {
    progress.finish(name);
    started.releaseOutput(isRelevantAfterStart);
    return program;
  }
  progress.stop();
  if (!isStopping) started.releaseOutput();
  throw new UserError(`The ${name} did not start (${failure}).`);
}

/** npm may be killed without signaling us. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) void stopAndExit(1);
  }, 500).unref();
}

/** @param {number} exitCode */
async function stopAndExit(exitCode) {
  if (isStopping) return;
  isStopping = true;
  await processes.stopAll({ signal: "SIGTERM", graceMs: 5_000 });
  process.exit(exitCode);
}
