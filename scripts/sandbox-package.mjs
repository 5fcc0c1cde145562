import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSandboxPackage } from "./package/build-sandbox-package.mjs";
import { createProcessGroups } from "./process-groups.mjs";

/**
 * @param {string} root
 * @param {string} folder where the tarball goes
 * @returns {Promise<string>} the tarball's path
 */
export async function packSandbox(root, folder) {
  const files = join(folder, "cardwell-sandbox");
  await buildSandboxPackage(root, files);
  const processes = createProcessGroups({ cwd: folder, env: () => process.env });
  const code = await processes.run("npm", ["pack", "--silent", files], {});
  if (code !== 0) throw new Error("npm pack failed");
  const { name, version } = JSON.parse(await readFile(join(files, "package.json"), "utf8"));
  return join(folder, `${name}-${version}.tgz`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const folder = join(root, "dist");
  await mkdir(folder, { recursive: true });
  console.log(`Packed ${await packSandbox(root, folder)}`);
}
