import { stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { createProcessGroups, onStopSignal } from "./process-groups.mjs";
import { printError } from "./user-error.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const processes = createProcessGroups({
  cwd: root,
  env: () => ({ ...process.env, NEXT_TELEMETRY_DISABLED: "1" }),
});
onStopSignal({ stop: () => process.exit(130), kill: () => process.exit(130) });

try {
  await ensureInstalled(root, processes);
  await ensureBuilt(root, processes);
  // After the installation, because it needs esbuild.
  const { createPackage, createTarball, manifest } = await import("./package/create-package.mjs");
  const { version } = await manifest(root);
  const folder = join(root, "dist", `cardwell-${version}`);
  console.log("Packaging…");
  await createPackage(root, folder);
  const tarball = await createTarball(folder, processes);
  const megabytes = ((await stat(tarball)).size / 1024 / 1024).toFixed(1);
  console.log(`${relative(root, folder)}/`);
  console.log(`${relative(root, tarball)}  ${megabytes} MB, for ${process.platform} on ${process.arch}`);
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
