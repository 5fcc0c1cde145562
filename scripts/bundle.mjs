import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildSandboxPackage } from "./package/build-sandbox-package.mjs";
import { addFiles, listFiles } from "./source-files.mjs";

// What a production start runs besides Next: the sandbox's package, and the rules of the settings. tsx would compile
// hundreds of modules at each start.

const FOLDER = ".next/cardwell";
const STAMP = `${FOLDER}/sources.sha256`;
const SOURCE_FOLDERS = ["sandbox", "lib"];
const SINGLE_SOURCES = [
  "package-lock.json",
  "tsconfig.json",
  "scripts/settings.ts",
  "scripts/bundle.mjs",
  "scripts/package/build-sandbox-package.mjs",
];

/** @typedef {{ sandbox: string, settings: string }} Bundles the path of each JavaScript file */

/**
 * @param {string} root
 * @returns {Bundles}
 */
export function bundlePaths(root) {
  return {
    sandbox: join(root, FOLDER, "sandbox/cardwell-sandbox.mjs"),
    settings: join(root, FOLDER, "settings.mjs"),
  };
}

/**
 * @param {string} root
 * @returns {Promise<Bundles | null>} null if the last bundles have other sources
 */
export async function findBundles(root) {
  const stamp = await readFile(join(root, STAMP), "utf8").catch(() => "");
  return stamp === hashSources(root) ? bundlePaths(root) : null;
}

/**
 * Bundles the programs, unless the last bundles have the same sources.
 * @param {string} root
 */
export async function ensureBundled(root) {
  if (await findBundles(root)) return;
  // Before the sources are read, so that a change during the build is noticed at the next start.
  const hash = hashSources(root);
  await rm(join(root, STAMP), { force: true });
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: ["scripts/settings.ts"],
    outfile: bundlePaths(root).settings,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
  });
  await buildSandboxPackage(root, join(root, FOLDER, "sandbox"));
  await writeFile(join(root, STAMP), hash);
}

/** @param {string} root */
function hashSources(root) {
  const files = [...SINGLE_SOURCES, ...SOURCE_FOLDERS.flatMap((folder) => listFiles(root, folder))];
  const hash = createHash("sha256");
  addFiles(hash, root, files.filter((file) => !file.includes(".test.")).sort());
  return hash.digest("hex");
}
