import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { loadEnvFiles } from "@/scripts/env-files.mjs";
import { printError, UserError } from "@/scripts/user-error.mjs";
import { requirePlatform } from "./require-platform";

// `tasks.js` of a package, what scripts/task.mjs is for a checkout: `node tasks.js audit-verify`.

const root = dirname(fileURLToPath(import.meta.url));
const folder = join(root, "programs", "tasks");

try {
  requirePlatform(root);
  const [task = "", ...options] = process.argv.slice(2);
  const tasks = readdirSync(folder).map((file) => file.replace(/\.mjs$/, ""));
  if (!tasks.includes(task))
    throw new UserError(`Specify a task: node tasks.js <task> [options]\nTasks: ${tasks.join(", ")}`);
  process.argv = [...process.argv.slice(0, 2), ...options];
  // Relative files in options belong to the person's folder; settings, such as DATA_DIR, to the package.
  process.env.INIT_CWD = process.cwd();
  process.env.CARDWELL_PACKAGE = "1";
  process.chdir(root);
  loadEnvFiles(root);
  await import(pathToFileURL(join(folder, `${task}.mjs`)).href);
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
