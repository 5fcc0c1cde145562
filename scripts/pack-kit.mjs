import { stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";
import { createProcessGroups, onStopSignal } from "./process-groups.mjs";
import { printError } from "./user-error.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const processes = createProcessGroups({ cwd: root, env: () => process.env });
onStopSignal({ stop: () => process.exit(130), kill: () => process.exit(130) });

try {
  await ensureInstalled(root, processes);
  // After the installation, because it needs esbuild.
  const { createKit, packKit } = await import("./kit/create-kit.mjs");
  const folder = join(root, "dist", "kit", "cardwell");
  await createKit(root, folder, processes);
  const tarball = await packKit(folder);
  const kilobytes = ((await stat(tarball)).size / 1024).toFixed(0);
  console.log(`${relative(root, tarball)}  ${kilobytes} kB`);
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
