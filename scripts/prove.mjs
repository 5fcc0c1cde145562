import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { createProcessGroups, onStopSignal } from "./process-groups.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const processes = createProcessGroups({
  cwd: root,
  env: () => ({ ...process.env, NEXT_TELEMETRY_DISABLED: "1" }),
});
onStopSignal({
  stop: () => void processes.stopAll({ signal: "SIGINT", graceMs: 15_000 }).then(() => process.exit(130)),
  kill: () => process.exit(130),
});

await ensureInstalled(root, processes);
await ensureBuilt(root, processes);
// `server-only` throws without this condition.
const node = ["--conditions=react-server", "--import", "tsx"];
process.exitCode = await processes.run(process.execPath, [
  ...node,
  "scripts/prove/main.ts",
  ...process.argv.slice(2),
]);
