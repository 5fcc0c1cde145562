import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";
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
const { bundleSimulator } = await import("../simulator/bundle.mjs");
const folder = join(root, "node_modules/.cache/cardwell", `simulator-${process.pid}`);
try {
  await bundleSimulator(root, folder, null);
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
