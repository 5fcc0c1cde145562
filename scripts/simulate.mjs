import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";
import { KNOWN_BUGS } from "./known-bugs.mjs";
import { createProcessGroups, onStopSignal } from "./process-groups.mjs";

/** The exit code of simulator/main.ts after a violation, unlike after an error of its own. */
const BROKEN_PROMISE = 3;
const SEARCHED_SEEDS = "1..2000";
const root = dirname(dirname(fileURLToPath(import.meta.url)));
// With one thread, work of the thread pool ends in the order in which it began.
const processes = createProcessGroups({
  cwd: root,
  env: () => ({ ...process.env, UV_THREADPOOL_SIZE: "1" }),
});
onStopSignal({
  stop: () => void processes.stopAll({ signal: "SIGKILL", graceMs: 1_000 }).then(() => process.exit(130)),
  kill: () => process.exit(130),
});

await ensureInstalled(root, processes);
const { bundleSimulator } = await import("./bundle-simulator.mjs");
const options = process.argv.slice(2);
process.exitCode = options.includes("--known-bugs")
  ? await checkKnownBugs()
  : await simulate(options, readBug());

/**
 * @param {string[]} options
 * @param {import("./bundle-simulator.mjs").Patch | null} bug
 */
async function simulate(options, bug) {
  const folder = join(root, "node_modules/.cache/cardwell", `simulator-${process.pid}`);
  try {
    await bundleSimulator(root, folder, bug);
    return await processes.run(process.execPath, [
      "--enable-source-maps",
      "--conditions=react-server",
      "--import",
      join(folder, "replace-all.mjs"),
      join(folder, "main.mjs"),
      ...options,
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every known bug must break its promise with its seed. For one that doesn't, another seed is searched. */
async function checkKnownBugs() {
  /** @type {string[]} */
  const lost = [];
  for (const [name, bug] of Object.entries(KNOWN_BUGS)) {
    const isFound = async (/** @type {string[]} */ ...seeds) => {
      const code = await simulate([...seeds, "--bug", name, "--breaks", bug.breaks, "--whole"], bug);
      if (code !== 0 && code !== BROKEN_PROMISE) throw new Error(`The simulator failed with ${name}`);
      return code === BROKEN_PROMISE;
    };
    if (await isFound("--seed", String(bug.seed))) continue;
    lost.push(name);
    console.log(`\n${name} is not found with seed ${bug.seed} anymore. Searching another one:`);
    await isFound("--seeds", SEARCHED_SEEDS, "--stop", ...(bug.with ? ["--with", bug.with] : []));
  }
  console.log(lost.length === 0 ? "All known bugs were found" : `Not found: ${lost.join(", ")}`);
  return lost.length === 0 ? 0 : 1;
}

/** `--bug <name>` takes one earlier fix out of the simulated product. */
function readBug() {
  const name = options[options.indexOf("--bug") + 1];
  if (!options.includes("--bug") || name === undefined) return null;
  const bug = KNOWN_BUGS[name];
  if (!bug) throw new Error(`Unknown bug: choose one of ${Object.keys(KNOWN_BUGS).join(", ")}`);
  return bug;
}
