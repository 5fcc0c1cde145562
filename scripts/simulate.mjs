import { dirname } from "node:path";
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
  stop: () => void processes.stopAll({ signal: "SIGINT", graceMs: 1_000 }).then(() => process.exit(130)),
  kill: () => process.exit(130),
});

// `server-only` throws without this condition.
const NODE = ["--conditions=react-server", "--import", "tsx"];

await ensureInstalled(root, processes);
process.exitCode = await processes.run(process.execPath, [
  ...NODE,
  "simulator/main.ts",
  ...process.argv.slice(2),
]);
