import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
import { countCheck, countListed, countPlaywright, countVitest } from "./test/counts.mjs";
import { playwrightFailures, vitestFailures } from "./test/failures.mjs";
import {
  findCleanCommit,
  findDueSpecs,
  GUARDED_BY,
  hasChanged,
  isStepDue,
  listChangesSince,
  RECORD_FILE,
  readFullRun,
  skippedFullTests,
} from "./test/full-tests.mjs";
import { printInOrder } from "./test/in-order.mjs";
import {
  describeSlowest,
  endedProcessorSeconds,
  playwrightTimes,
  readTimes,
  saveTimes,
  vitestTimes,
} from "./test/times.mjs";
import { printError, UserError } from "./user-error.mjs";

/** @typedef {import("./test/counts.mjs").Counts} Counts */
/** @typedef {Counts & { failures?: string[], files?: import("./test/times.mjs").FileSeconds }} Result */
/** @typedef {{ name: string, counts: Result, seconds: number, processorSeconds: number | null }} Outcome */
/** @typedef {import("./process-groups.mjs").Runner} Runner */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Of the last run on this machine. */
const TIMES_FILE = join(root, "node_modules/.cache/cardwell/test-times.json");
const startedAt = Date.now();

const options = process.argv.slice(2);
const isFull = options.includes("--all");
const chosen = options.filter((option) => option !== "--all");
const lastFullRun = readFullRun(root);
const changedPaths = lastFullRun && listChangesSince(root, lastFullRun.commit);
/** The specs of which the full tests run too. */
const dueSpecs = isFull ? Object.keys(GUARDED_BY) : findDueSpecs(changedPaths);

const reports = mkdtempSync(join(tmpdir(), "cardwell-test-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

const processes = createProcessGroups({
  cwd: root,
  env: () => ({ ...process.env, NEXT_TELEMETRY_DISABLED: "1" }),
});
onStopSignal({
  // SIGINT lets the test runners clean up.
  stop: () =>
    void processes.stopAll({ signal: "SIGINT", graceMs: 15_000 }).then(() => {
      output.flush();
      process.exit(130);
    }),
  kill: () => process.exit(130),
});

/** Where the engines differ by nature: connections, locks, files, processes. PGlite has the same SQL. */
const ON_BOTH_ENGINES = ["lib/backup/", "lib/db/", "lib/events/", "lib/postgres/", "scripts/"];
/** On PGlite in a full run, or if something in them has changed since. */
const ON_BOTH_ENGINES_IF_CHANGED = ["lib/alerts/", "lib/audit/", "lib/doctor/", "lib/jobs/", "lib/metrics/"];
const pgliteFolders = [
  ...ON_BOTH_ENGINES,
  ...ON_BOTH_ENGINES_IF_CHANGED.filter((folder) => isFull || hasChanged([folder], changedPaths)),
];

/** @typedef {keyof typeof DOWNLOADS} Download */
/** What npm doesn't install. Packages of the system are installed one at a time, the most urgent first. */
const DOWNLOADS = {
  nginx: ensureNginx,
  chromium: ensureChromium,
  prometheus: (/** @type {Runner} */ runner) => ensurePrometheus(root, runner),
  libreoffice: ensureLibreOffice,
};
/** The example in deploy is run by full tests only. */
const BEHIND_NGINX = ["package.spec.ts", "smoke.spec.ts"];
const NGINX = /** @type {Download[]} */ (["nginx"]);
/** @type {Partial<Record<Download, Promise<string>>>} */
const downloads = {};

/**
 * @typedef {object} Step
 * @property {"browser" | "rest"} lane steps of one lane run one after another, beside those of the other
 * @property {Download[]} [downloads]
 * @property {boolean} [needsBuild]
 * @property {boolean} [followsBuild] it would write the same files at the same time
 * @property {(runner: Runner) => Promise<Result>} run
 */

/** @type {Record<string, Step>} in the order in which they are printed */
const STEPS = {
  lint: {
    lane: "rest",
    run: async (runner) =>
      countCheck(await runTool(runner, "biome", ["ci", `--colors=${isTerminal() ? "force" : "off"}`, "."])),
  },
  build: { lane: "browser", run: (runner) => ensureBuilt(root, runner).then(() => countCheck(0)) },
  unit: { lane: "rest", run: (runner) => vitest(runner, "unit*") },
  types: {
    lane: "rest",
    followsBuild: true,
    run: async (runner) =>
      countCheck(
        (await runTool(runner, "next", ["typegen"])) || (await runTool(runner, "tsc", ["--noEmit"])),
      ),
  },
  postgres: { lane: "rest", run: (runner) => vitest(runner, "postgres") },
  pglite: { lane: "rest", run: (runner) => vitest(runner, "pglite", {}, pgliteFolders) },
  start: { lane: "rest", needsBuild: true, run: (runner) => vitest(runner, "start") },
  nginx: {
    lane: "rest",
    downloads: ["nginx"],
    run: async (runner) => vitest(runner, "nginx", { NGINX_PATH: (await downloads.nginx) ?? "" }),
  },
  prometheus: {
    lane: "rest",
    needsBuild: true,
    downloads: ["prometheus"],
    run: async (runner) =>
      vitest(runner, "prometheus", { PROMETHEUS_PATH: (await downloads.prometheus) ?? "" }),
  },
  office: {
    lane: "rest",
    downloads: ["libreoffice"],
    run: async (runner) =>
      vitest(runner, "office", { LIBREOFFICE_PATH: (await downloads.libreoffice) ?? "" }),
  },
  e2e: {
    lane: "browser",
    needsBuild: true,
    downloads: ["chromium", ...(dueSpecs.some((spec) => BEHIND_NGINX.includes(spec)) ? NGINX : [])],
    run: playwright,
  },
};
/** The browser tests take longest, and wait for much: the rest gets what they leave. */
const LANES = /** @type {const} */ ([
  { name: "browser", niceness: 0 },
  { name: "rest", niceness: 5 },
]);

const names = Object.keys(STEPS).filter((name) =>
  chosen.length === 0 ? isFull || isStepDue(name, changedPaths) : chosen.includes(name),
);
const output = printInOrder(["install", ...names], (text) => process.stdout.write(text));
let processorSecondsSoFar = endedProcessorSeconds();
let skippedCount = 0;

process.exitCode = report(await runSteps());

/** @returns {Promise<Outcome[]>} */
async function runSteps() {
  const commit = findCleanCommit(root);
  const unknown = chosen.find((name) => !(name in STEPS));
  const installed = runStep("install", 0, async (runner) => {
    if (unknown)
      throw new UserError(`Unknown step ${unknown}. Choose from ${Object.keys(STEPS).join(", ")}.`);
    await ensureInstalled(root, runner);
    return { passed: 0, failed: 0 };
  });
  if (!unknown) startDownloads(installed);
  const setUp = await installed;
  if (setUp.counts.failed > 0) return [setUp];

  /** @type {Record<string, Promise<Outcome>>} */
  const started = {};
  for (const { name: lane, niceness } of LANES) {
    /** @type {Promise<unknown>} */
    let previous = Promise.resolve();
    for (const name of names) {
      const step = /** @type {Step} */ (STEPS[name]);
      if (step.lane !== lane) continue;
      const outcome = previous.then(async () => {
        const build = step.needsBuild || step.followsBuild ? await started.build : undefined;
        const lacksBuild = step.needsBuild && build && build.counts.failed > 0;
        return runStep(name, niceness, lacksBuild ? failWithoutBuild : step.run);
      });
      started[name] = outcome;
      previous = outcome;
    }
  }
  const outcomes = await Promise.all(names.map((name) => /** @type {Promise<Outcome>} */ (started[name])));
  keepTimes(outcomes);
  if (isFull && chosen.length === 0 && commit && commit === findCleanCommit(root))
    recordFullRun(commit, outcomes);
  return outcomes;
}

/**
 * Begins with what needs none of our packages.
 * @param {Promise<unknown>} installed
 */
function startDownloads(installed) {
  const needed = new Set(names.flatMap((name) => STEPS[name]?.downloads ?? []));
  /** @type {Promise<unknown>} */
  let previous = Promise.resolve();
  for (const [name, ensure] of Object.entries(DOWNLOADS)) {
    if (!needed.has(/** @type {Download} */ (name))) continue;
    const isReady = name === "nginx" ? previous : Promise.all([previous, installed]);
    const download = isReady.then(() => ensure({ run: runQuietly }));
    downloads[/** @type {Download} */ (name)] = download;
    // At once, although the step that needs it may come much later, and fails.
    previous = download.catch(printError);
  }
}

/** @type {Runner["run"]} prints only what a command says that fails */
async function runQuietly(command, args, env) {
  let text = "";
  const code = await processes.run(command, args, env, {
    print: (more) => {
      text += more;
    },
  });
  // Not that of any step.
  takeProcessorSeconds();
  if (code !== 0) process.stderr.write(text);
  return code;
}

/**
 * @param {string} name
 * @param {number} niceness
 * @param {(runner: Runner) => Promise<Result>} run
 * @returns {Promise<Outcome>}
 */
async function runStep(name, niceness, run) {
  const beganAt = Date.now();
  /** @type {number | null} */
  let processorSeconds = 0;
  /** @param {string} text */
  const print = (text) => output.add(name, text);
  if (name !== "install") print(`\n── ${name} ${"─".repeat(60 - name.length)}\n`);
  /** @type {Runner} */
  const runner = {
    run: async (command, args, env) => {
      const code = await processes.run(command, args, env, { niceness, print });
      const spent = takeProcessorSeconds();
      processorSeconds = spent === null || processorSeconds === null ? null : processorSeconds + spent;
      return code;
    },
  };
  const counts = await run(runner).catch((error) => {
    print(`${error instanceof UserError ? error.message : (error.stack ?? error)}\n`);
    return countCheck(1);
  });
  output.end(name);
  return { name, counts, seconds: (Date.now() - beganAt) / 1_000, processorSeconds };
}

/** What the command that has just ended has used, with all that it started. */
function takeProcessorSeconds() {
  const now = endedProcessorSeconds();
  const spent = now === null || processorSecondsSoFar === null ? null : now - processorSecondsSoFar;
  processorSecondsSoFar = now;
  return spent;
}

/** @returns {Promise<Counts>} */
async function failWithoutBuild() {
  throw new UserError("Skipped: there is no build to test.");
}

/**
 * @param {Runner} runner
 * @param {string} project also "unit*" for all that begin with it
 * @param {Record<string, string>} [env]
 * @param {string[]} [files] by the beginning of their paths; all by default
 * @returns {Promise<Result>}
 */
async function vitest(runner, project, env = {}, files = []) {
  const file = join(reports, `${project.replace("*", "")}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await runTool(
    runner,
    "vitest",
    ["run", "--project", project, "--allowOnly=false", ...reporters, ...files],
    env,
  );
  const report = await readReport(file);
  return {
    ...countVitest(report, code),
    failures: vitestFailures(report, root),
    files: vitestTimes(report, root),
  };
}

/**
 * @param {Runner} runner
 * @returns {Promise<Result>}
 */
async function playwright(runner) {
  const file = join(reports, "e2e.json");
  const skipped = skippedFullTests(dueSpecs).source;
  const env = {
    CHROMIUM_PATH: (await downloads.chromium) ?? "",
    NGINX_PATH: (await downloads.nginx) ?? "",
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  };
  const code = await runTool(
    runner,
    "playwright",
    ["test", "--forbid-only", ...(isFull ? [] : ["--grep-invert", skipped]), "--reporter=list,json"],
    env,
  );
  const report = await readReport(file);
  if (!isFull) {
    const quiet = { run: runQuietly };
    await runTool(quiet, "playwright", ["test", "--list", "--grep", skipped, "--reporter=json"], env);
    skippedCount = countListed(await readReport(file));
  }
  return {
    ...countPlaywright(report, code),
    failures: playwrightFailures(report),
    files: playwrightTimes(report),
  };
}

/** @param {string} file */
function readReport(file) {
  return readFile(file, "utf8").then(JSON.parse, () => null);
}

/**
 * @param {Runner} runner
 * @param {string} name
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
function runTool(runner, name, args, env) {
  return runner.run(join(root, "node_modules", ".bin", name), args, {
    ...(isTerminal() ? { FORCE_COLOR: "1" } : {}),
    ...env,
  });
}

/** What the tools print goes through us, so that they can't know. */
function isTerminal() {
  return process.stdout.isTTY && !process.env.NO_COLOR;
}

/** @param {Outcome[]} outcomes */
function keepTimes(outcomes) {
  const times = Object.fromEntries(
    outcomes.map(({ name, counts, seconds, processorSeconds }) => [
      name,
      { seconds, processorSeconds, files: counts.files ?? {} },
    ]),
  );
  const lines = describeSlowest(times, readTimes(TIMES_FILE));
  if (lines.length > 0) console.log(`\nSlowest files:\n${lines.join("\n")}`);
  saveTimes(TIMES_FILE, times);
}

/**
 * @param {string} commit
 * @param {Outcome[]} outcomes
 */
function recordFullRun(commit, outcomes) {
  if (outcomes.some(({ counts }) => counts.failed > 0)) return;
  const run = {
    commit,
    date: new Date().toISOString().slice(0, 10),
    passed: outcomes.reduce((sum, { counts }) => sum + counts.passed, 0),
    minutes: Math.round((Date.now() - startedAt) / 60_000),
  };
  writeFileSync(join(root, RECORD_FILE), `${JSON.stringify(run, null, 2)}\n`);
  console.log(`\nEverything has passed at ${commit.slice(0, 8)}. Commit ${RECORD_FILE}, which says so.`);
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
  for (const { name, counts, seconds, processorSeconds } of outcomes) {
    const problems = [
      counts.failed > 0 ? `${counts.failed} failed` : "",
      counts.flaky ? `${counts.flaky} flaky` : "",
    ].filter(Boolean);
    const processor =
      processorSeconds === null ? "" : `${processorSeconds.toFixed(0).padStart(6)} s processor`;
    console.log(
      `${name.padEnd(10)}${String(counts.passed).padStart(6)} passed  ${seconds.toFixed(1).padStart(6)} s${processor}  ${problems.join(", ")}`,
    );
  }
  if (!isFull && chosen.length === 0) console.log(describeSkipped());
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

function describeSkipped() {
  const due = dueSpecs.map((spec) => spec.replace(".spec.ts", ""));
  const steps = Object.keys(STEPS).filter((name) => !names.includes(name));
  const since = lastFullRun
    ? `All of them last passed on ${lastFullRun.date}, at ${lastFullRun.commit.slice(0, 8)}.`
    : "No run of all of them is recorded.";
  const ran = due.length > 0 ? ` What these guard has changed since, so they ran: ${due.join(", ")}.` : "";
  const left = [`${skippedCount} browser tests`, ...steps].join(", ");
  return `Left to npm run test:all: ${left}. ${since}${ran}`;
}
