import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureChromium } from "./chromium.mjs";
import { ensureInstalled } from "./install.mjs";
import { createProcessGroups, onStopSignal } from "./process-groups.mjs";
import { BUG_VARIABLE, putInScreenBugs } from "./put-in-screen-bugs.mjs";
import { SCREEN_BUGS } from "./screen-bugs.mjs";
import { listFiles } from "./source-files.mjs";
import { printError, UserError } from "./user-error.mjs";

/** @typedef {import("./screen-bug-reporter.ts").ScreenBugReport & { seconds: number }} Outcome */
/** @typedef {(specs: string[], tests: string | undefined, bug: string) => Promise<Outcome>} Run */
/** @typedef {Record<string, { times: number, tests: string[] }>} Matrix which tests found which bug; `times` is 2 once they have done so twice */

const HELP = `npm run screen-bugs -- [names of bugs] [options]
  --list             names the bugs and the tests that should find them
  --specs a,b        runs these spec files instead of the tests that should find the bug
  --all-specs        runs all of them
  --none             runs the tests without a bug; all must pass
  --twice            a bug counts only if it is found twice
  --max-failures n   ends the run of a bug after so many failed tests (default 3)
  --record           keeps which tests found which bug, in scripts/screen-bugs.json`;

const MAX_LINE = 110;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const matrixFile = join(root, "scripts/screen-bugs.json");
/** The same for each run from this checkout, so that it is built again only after a change. */
const copy = join(
  tmpdir(),
  `cardwell-screen-bugs-${createHash("sha256").update(root).digest("hex").slice(0, 8)}`,
);
const report = join(copy, "screen-bug-report.json");

const processes = createProcessGroups({
  cwd: copy,
  env: () => ({ ...process.env, NEXT_TELEMETRY_DISABLED: "1" }),
});
onStopSignal({
  // SIGINT lets Playwright stop the dashboard.
  stop: () => void processes.stopAll({ signal: "SIGINT", graceMs: 15_000 }).then(() => process.exit(130)),
  kill: () => process.exit(130),
});

try {
  process.exitCode = await main();
} catch (error) {
  printError(error);
  process.exitCode = 1;
}

async function main() {
  const { values: options, positionals } = readOptions();
  if (options.help) {
    console.log(HELP);
    return 0;
  }
  const unknown = positionals.find((name) => !SCREEN_BUGS[name]);
  if (unknown) throw new UserError(`Unknown bug ${unknown}. --list names all of them.`);
  const names = positionals.length > 0 ? positionals : Object.keys(SCREEN_BUGS);
  const specs = options["all-specs"] ? listSpecs() : (options.specs?.split(",") ?? null);
  if (options.list) {
    for (const name of names) console.log(`${name}\n    ${describeTests(name)}`);
    return 0;
  }
  mkdirSync(copy, { recursive: true });
  await ensureInstalled(root, processes);
  copyCheckout();
  await putInScreenBugs(copy, SCREEN_BUGS);
  const servers = await startServers();
  try {
    const limit = Number(options["max-failures"] ?? (options["all-specs"] || options.none ? 0 : 3));
    const run = createRunner({ ...servers.env, CHROMIUM_PATH: await ensureChromium(processes) }, limit);
    if (options.none) return await runWithoutBug(run, names, specs);
    return await findBugs(run, names, specs, options.twice ? 2 : 1, options.record);
  } finally {
    await servers.stop();
  }
}

function readOptions() {
  return parseArgs({
    allowPositionals: true,
    options: {
      help: { type: "boolean" },
      list: { type: "boolean" },
      specs: { type: "string" },
      "all-specs": { type: "boolean" },
      none: { type: "boolean" },
      twice: { type: "boolean", default: false },
      record: { type: "boolean", default: false },
      "max-failures": { type: "string" },
    },
  });
}

/** @param {string} name */
function describeTests(name) {
  const { specs = [], tests = "all tests", group } = SCREEN_BUGS[name] ?? {};
  return `${group}; ${specs.join(", ")}: ${tests}`;
}

function listSpecs() {
  return listFiles(root, "e2e/specs").flatMap((path) => /^e2e\/specs\/(.+)\.spec\.ts$/.exec(path)?.[1] ?? []);
}

/**
 * @param {Run} run
 * @param {string[]} names
 * @param {string[] | null} specs
 * @param {number} times
 * @param {boolean} isRecorded
 */
async function findBugs(run, names, specs, times, isRecorded) {
  const matrix = readMatrix();
  /** @type {string[]} */
  const missed = [];
  for (const name of names) {
    const { specs: own = [], tests } = SCREEN_BUGS[name] ?? {};
    /** @type {string[][]} */
    const found = [];
    for (let time = 1; time <= times; time += 1) {
      const { failures, passed, seconds } = await run(specs ?? own, specs ? undefined : tests, name);
      const how = failures.length > 0 ? "found" : `NOT FOUND, ${passed} passed`;
      console.log(`${name}: ${how}, ${Math.round(seconds)} s`);
      for (const { test, error } of failures) console.log(`    ${test}\n        ${error}`);
      if (failures.length === 0) break;
      found.push(failures.map(({ test }) => test));
    }
    const isFound = found.length === times;
    if (!isFound) missed.push(name);
    // Those that found it each time.
    const [first = [], ...others] = found;
    const always = first.filter((test) => others.every((tests) => tests.includes(test)));
    const before = matrix[name]?.tests ?? [];
    if (isFound && !specs && before.length > 0 && !before.some((test) => always.includes(test)))
      console.log(`    Before, it was found by ${before.join(", ")}`);
    if (isRecorded && isFound) {
      const ran = specs ?? own;
      const elsewhere = before.filter((test) => !ran.includes(test.split(" › ")[0] ?? ""));
      const isAgain = always.some((test) => before.includes(test));
      const timesBefore = isAgain ? (matrix[name]?.times ?? 0) : 0;
      matrix[name] = { times: Math.min(2, timesBefore + times), tests: [...elsewhere, ...always].sort() };
      writeMatrix(matrix);
    }
  }
  if (missed.length > 0) console.log(`\nNot found: ${missed.join(", ")}`);
  console.log(`${names.length - missed.length} of ${names.length} found${times > 1 ? " twice" : ""}`);
  return missed.length === 0 ? 0 : 1;
}

/**
 * @param {Run} run
 * @param {string[]} names
 * @param {string[] | null} specs
 */
async function runWithoutBug(run, names, specs) {
  const bugs = names.flatMap((name) => SCREEN_BUGS[name] ?? []);
  const own = [...new Set(bugs.flatMap((bug) => bug.specs))];
  // A bug without the names of its tests means all tests of its specs.
  const tests = bugs.map((bug) => bug.tests ?? bug.specs.map((spec) => `${spec}\\.spec\\.ts`).join("|"));
  const { failures, passed } = await run(specs ?? own, specs ? undefined : tests.join("|"), "");
  for (const { test, error } of failures) console.log(`    ${test}\n        ${error}`);
  console.log(`Without a bug: ${passed} passed, ${failures.length} failed`);
  return failures.length === 0 && passed > 0 ? 0 : 1;
}

/**
 * @param {Record<string, string>} env
 * @param {number} maxFailures 0 for no limit
 * @returns {Run}
 */
function createRunner(env, maxFailures) {
  return async (specs, tests, bug) => {
    rmSync(report, { force: true });
    const startedAt = Date.now();
    await processes.run(
      join(copy, "node_modules/.bin/playwright"),
      [
        "test",
        "--config=scripts/screen-bugs.config.ts",
        "--workers=1",
        "--reporter=scripts/screen-bug-reporter.ts",
        `--max-failures=${maxFailures}`,
        ...(tests ? ["-g", tests] : []),
        ...specs.map((spec) => `e2e/specs/${spec}.spec.ts`),
      ],
      { ...env, [BUG_VARIABLE]: bug, SCREEN_BUG_REPORT: report },
    );
    /** @type {import("./screen-bug-reporter.ts").ScreenBugReport} */
    const found = JSON.parse(
      readIfThere(report) ?? '{ "passed": 0, "failures": [], "problem": "No report" }',
    );
    if (found.passed + found.failures.length === 0) console.log(`No test ran. ${found.problem}`);
    return { ...found, seconds: (Date.now() - startedAt) / 1_000 };
  };
}

/** @returns {Matrix} */
function readMatrix() {
  return JSON.parse(readFileSync(matrixFile, "utf8"));
}

/**
 * As the formatter would.
 * @param {Matrix} matrix
 */
function writeMatrix(matrix) {
  const entries = Object.keys(SCREEN_BUGS).flatMap((name) => {
    const entry = matrix[name];
    if (!entry) return [];
    const titles = entry.tests.map((test) => JSON.stringify(test));
    const line = `    "tests": [${titles.join(", ")}]`;
    const tests = line.length <= MAX_LINE ? line : `    "tests": [\n      ${titles.join(",\n      ")}\n    ]`;
    return `  "${name}": {\n    "times": ${entry.times},\n${tests}\n  }`;
  });
  writeFileSync(matrixFile, `{\n${entries.join(",\n")}\n}\n`);
}

/** All files that git knows or would add; the last build stays. */
function copyCheckout() {
  for (const name of readdirSync(copy))
    if (name !== ".next" && name !== "node_modules") rmSync(join(copy, name), { recursive: true });
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of new Set(listed.split("\0").filter(Boolean))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    try {
      copyFileSync(join(root, file), join(copy, file));
    } catch (error) {
      // Deleted, but not yet in git.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ENOENT") throw error;
    }
  }
  const lock = "node_modules/.package-lock.json";
  const isLinked = readIfThere(join(copy, lock)) === readIfThere(join(root, lock));
  if (isLinked) return;
  rmSync(join(copy, "node_modules"), { recursive: true, force: true });
  linkFolder(join(root, "node_modules"), join(copy, "node_modules"));
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/**
 * With hard links: Turbopack rejects a link to a folder outside of the project.
 * @param {string} from
 * @param {string} to
 */
function linkFolder(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    // What tools write there is their own.
    if (entry.name === ".cache" && from === join(root, "node_modules")) continue;
    if (entry.isDirectory()) linkFolder(source, target);
    else linkFile(source, target);
  }
}

/**
 * @param {string} source
 * @param {string} target
 */
function linkFile(source, target) {
  try {
    linkSync(source, target);
  } catch (error) {
    // On another disk.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EXDEV") throw error;
    copyFileSync(source, target);
  }
}

/**
 * Builds the copy, and starts PostgreSQL and the sandbox once for all runs.
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<void> }>}
 */
async function startServers() {
  const { [BUG_VARIABLE]: _, ...env } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/screen-bug-servers.ts"], {
    cwd: copy,
    env: { ...env, NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    if (child.connected) child.disconnect();
    await exited;
  };
  return new Promise((resolve, reject) => {
    child.once("message", (message) =>
      resolve({ env: /** @type {Record<string, string>} */ (message), stop }),
    );
    void exited.then(() => reject(new UserError("The build or the servers of the tests didn’t start.")));
  });
}
