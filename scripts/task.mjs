import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { loadEnvFiles } from "./env-files.mjs";
import { ensureInstalled } from "./install.mjs";
import { createProcessGroups } from "./process-groups.mjs";
import { printError } from "./user-error.mjs";

// Runs one of scripts/tasks on the dashboard's own code: `node scripts/task.mjs audit-verify`.

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const processes = createProcessGroups({ cwd: root, env: () => process.env });
const [task = "", ...options] = process.argv.slice(2);

try {
  await ensureInstalled(root, processes);
  loadEnvFiles(root);
  // `server-only` throws without this condition.
  const node = ["--conditions=react-server", "--import", "tsx"];
  process.exitCode = await processes.run(process.execPath, [...node, `scripts/tasks/${task}.ts`, ...options]);
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
