import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureLibreOffice } from "./libreoffice.mjs";
import { ensureNginx } from "./nginx.mjs";
import { createProcessGroups, onStopSignal } from "./process-groups.mjs";
import { ensurePrometheus } from "./prometheus.mjs";
import { countCheck, countPlaywright, countVitest } from "./test-counts.mjs";
import { playwrightFailures, vitestFailures } from "./test-failures.mjs";
import { printError, UserError } from "./user-error.mjs";

/** @typedef {import("./test-counts.mjs").Counts} Counts */
/** @typedef {Counts & { failures?: string[] }} Result */
/** @typedef {{ name: string, counts: Result, seconds: number }} Outcome */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = mkdtempSync(join(tmpdir(), "cardwell-test-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

const processes = createProcessGroups({
  cwd: root,
  env: () => ({ ...process.env, NEXT_TELEMETRY_DISABLED: "1" }),
});
onStopSignal({
  // SIGINT lets the test runners clean up.
  stop: () => void processes.stopAll({ signal: "SIGINT", graceMs: 15_000 }).then(() => process.exit(130)),
  kill: () => process.exit(130),
});

/** @type {Record<string, () => Promise<Result>>} in the order in which they run */
const STEPS = {
  lint: async () =>
    countCheck(await runTool("biome", ["ci", `--colors=${process.stdout.isTTY ? "force" : "off"}`, "."])),
  types: async () => countCheck((await runTool("next", ["typegen"])) || (await runTool("tsc", ["--noEmit"]))),
  unit: async () => vitest("unit*", { NGINX_PATH: await ensureNginx(processes) }),
  pglite: () => vitest("pglite", {}, ON_BOTH_ENGINES),
  postgres: () => vitest("postgres*"),
  office: async () => vitest("office", { LIBREOFFICE_PATH: await ensureLibreOffice(processes) }),
  build: () => ensureBuilt(root, processes).then(() => countCheck(0)),
  start: () => vitest("start"),
  prometheus: async () => vitest("prometheus", { PROMETHEUS_PATH: await ensurePrometheus(root, processes) }),
  e2e: () => playwright(),
};
/**
 * Where the engines can differ: connections, locks, files, processes. The rest runs on PostgreSQL only, because PGlite
 * has the same SQL and needs several times the processor time.
 */
const ON_BOTH_ENGINES = [
  "lib/alerts/",
  "lib/audit/",
  "lib/backup/",
  "lib/db/",
  "lib/doctor/",
  "lib/events/",
  "lib/jobs/",
  "lib/metrics/",
  "lib/postgres/",
  "scripts/",
];
const NEEDS_BUILD = ["start", "prometheus", "e2e"];

process.exitCode = report(await runSteps(process.argv.slice(2)));

/**
 * @param {string[]} chosen empty for all
 * @returns {Promise<Outcome[]>}
 */
async function runSteps(chosen) {
  const setUp = await runStep("install", async () => {
    const unknown = chosen.find((name) => !(name in STEPS));
    if (unknown)
      throw new UserError(`Unknown step ${unknown}. Choose from ${Object.keys(STEPS).join(", ")}.`);
    await ensureInstalled(root, processes);
    return { passed: 0, failed: 0 };
  });
  if (setUp.counts.failed > 0) return [setUp];

  /** @type {Outcome[]} */
  const outcomes = [];
  for (const [name, step] of Object.entries(STEPS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const isBuildBroken = outcomes.some((outcome) => outcome.name === "build" && outcome.counts.failed > 0);
    const lacksBuild = isBuildBroken && NEEDS_BUILD.includes(name);
    console.log(`\n── ${name} ${"─".repeat(60 - name.length)}`);
    outcomes.push(await runStep(name, lacksBuild ? failWithoutBuild : step));
  }
  return outcomes;
}

/**
 * @param {string} name
 * @param {() => Promise<Result>} step
 * @returns {Promise<Outcome>}
 */
async function runStep(name, step) {
  const startedAt = Date.now();
  const counts = await step().catch((error) => {
    printError(error);
    return countCheck(1);
  });
  return { name, counts, seconds: (Date.now() - startedAt) / 1_000 };
}

/** @returns {Promise<Counts>} */
async function failWithoutBuild() {
  throw new UserError("Skipped: there is no build to test.");
}

/**
 * @param {string} project also "unit*" for all that begin with it
 * @param {Record<string, string>} [env]
 * @param {string[]} [files] by the beginning of their paths; all by default
 */
async function vitest(project, env, files = []) {
  const file = join(reports, `${project.replace("*", "")}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await runTool(
    "vitest",
    ["run", "--project", project, "--allowOnly=false", ...reporters, ...files],
    env,
  );
  const report = await readReport(file);
  return { ...countVitest(report, code), failures: vitestFailures(report, root) };
}

async function playwright() {
  const file = join(reports, "e2e.json");
  const code = await runTool("playwright", ["test", "--forbid-only", "--reporter=list,json"], {
    CHROMIUM_PATH: await ensureChromium(processes),
    NGINX_PATH: await ensureNginx(processes),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const report = await readReport(file);
  return { ...countPlaywright(report, code), failures: playwrightFailures(report) };
}

/** @param {string} file */
function readReport(file) {
  return readFile(file, "utf8").then(JSON.parse, () => null);
}

/**
 * @param {string} name
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
function runTool(name, args, env) {
  return processes.run(join(root, "node_modules", ".bin", name), args, env);
}

/**
 * @param {Outcome[]} outcomes
 * @returns {number} the exit code
 */
function report(outcomes) {
  const passed = outcomes.reduce((sum, { counts }) => sum + counts.passed, 0);
  const failed = outcomes.reduce((sum, { counts }) => sum + counts.failed, 0);
  const failures = outcomes.flatMap(({ name, counts }) =>
    (counts.failures ?? []).map((failure) => `${name}: ${failure}`),
  );
  for (const failure of failures) console.log(`\n${failure}`);
  // Once more, only the beginning of each, for whoever sees only the end.
  console.log();
  for (const failure of failures) console.log(failure.split("\n").slice(0, 13).join("\n"));
  for (const { name, counts, seconds } of outcomes) {
    const problems = [
      counts.failed > 0 ? `${counts.failed} failed` : "",
      counts.flaky ? `${counts.flaky} flaky` : "",
    ].filter(Boolean);
    console.log(
      `${name.padEnd(10)}${String(counts.passed).padStart(6)} passed  ${seconds.toFixed(1).padStart(6)} s  ${problems.join(", ")}`,
    );
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
