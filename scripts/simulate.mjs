import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";
import { KNOWN_BUGS } from "./known-bugs.mjs";
import { createProcessGroups, onStopSignal } from "./process-groups.mjs";

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
const folder = join(root, "node_modules/.cache/cardwell", `simulator-${process.pid}`);
try {
  await bundleSimulator(root, folder, readBug(process.argv.slice(2)));
  process.exitCode = await processes.run(process.execPath, [
    "--enable-source-maps",
    "--conditions=react-server",
    "--import",
    join(folder, "replace-all.mjs"),
    join(folder, "main.mjs"),
    ...process.argv.slice(2),
  ]);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/**
 * `--bug <name>` takes one earlier fix out of the simulated product.
 * @param {string[]} options
 */
function readBug(options) {
  const name = options[options.indexOf("--bug") + 1];
  if (!options.includes("--bug") || name === undefined) return null;
  const bug = KNOWN_BUGS[name];
  if (!bug) throw new Error(`Unknown bug: choose one of ${Object.keys(KNOWN_BUGS).join(", ")}`);
  return bug;
}
