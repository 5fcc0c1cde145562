import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { buildSandboxPackage } from "./build-sandbox-package.mjs";
import { bundlePrograms } from "./bundle-programs.mjs";

/** Next's output has the settings of this checkout, and a library for images that we don't resize. */
const OMITTED = /^(\.env.*|node_modules\/(sharp|@img))$/;

/**
 * Makes a folder that runs with `node server.js` and nothing else, from the current build.
 * @param {string} root
 * @param {string} folder is replaced
 */
export async function createPackage(root, folder) {
  const unfinished = `${folder}.unfinished`;
  const standalone = join(root, ".next/standalone");
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await cp(standalone, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !OMITTED.test(path.slice(standalone.length + 1)),
  });
  await rename(join(unfinished, "server.js"), join(unfinished, "next-server.js"));
  await cp(join(root, ".next/static"), join(unfinished, ".next/static"), { recursive: true });
  for (const name of ["public", "deploy", "LICENSE"])
    await cp(join(root, name), join(unfinished, name), { recursive: true });
  await bundlePrograms(root, unfinished);
  await buildSandboxPackage(root, join(unfinished, "programs/sandbox"));
  await writeFile(join(unfinished, "package.json"), `${JSON.stringify(await manifest(root), null, 2)}\n`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  await rename(unfinished, folder);
}

/**
 * The version of the package, and the platform of its native code, which server.js checks.
 * @param {string} root
 */
export async function manifest(root) {
  const { name, version, license, engines } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return {
    name,
    version,
    license,
    private: true,
    type: "module",
    engines,
    os: [process.platform],
    cpu: [process.arch],
  };
}

/**
 * Writes `<folder>.tar.gz`.
 * @param {string} folder
 * @param {import("../process-groups.mjs").ProcessGroups} processes
 * @returns {Promise<string>} its path
 */
export async function createTarball(folder, processes) {
  const file = `${folder}.tar.gz`;
  const code = await processes.run("tar", ["-czf", file, "-C", dirname(folder), basename(folder)]);
  if (code !== 0) throw new Error(`tar ended with ${code}`);
  return file;
}
