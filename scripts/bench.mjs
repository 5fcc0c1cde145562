import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";
import { createProcessGroups, onStopSignal } from "./process-groups.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const processes = createProcessGroups({ cwd: root, env: () => process.env });
onStopSignal({
  stop: () => void processes.stopAll({ signal: "SIGINT", graceMs: 15_000 }).then(() => process.exit(130)),
  kill: () => process.exit(130),
});

// `server-only` throws without this condition.
const NODE = ["--conditions=react-server", "--import", "tsx"];
const SECTIONS = [
  "sandbox",
  "index",
  "audit",
  "pages",
  "lighthouse",
  "exports",
  "reports",
  "reconciliation",
  "bulk",
];

await ensureInstalled(root, processes);
for (const section of process.argv.slice(2).length > 0 ? process.argv.slice(2) : SECTIONS) {
  const code = await processes.run(process.execPath, [...NODE, `scripts/bench/${section}.ts`]);
  if (code !== 0) process.exitCode = code;
}
