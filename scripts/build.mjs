import { createHash } from "node:crypto";
import { access, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "./refusal.mjs";

const SOURCE_FOLDERS = ["app", "components", "lib", "public"];
const ROOT_SOURCES = /^(\.env.*|package(-lock)?\.json|tsconfig\.json|.*\.(ts|tsx|mjs|js))$/;
const NOT_BUILT = /(\.test\.tsx?|^(next-env\.d|vitest\.config|playwright\.config)\.ts)$/;

/**
 * Builds the dashboard for production, unless the last build was made from these very sources.
 * @param {string} root
 * @param {import("./process-groups.mjs").ProcessGroups} processes
 */
export async function ensureBuilt(root, processes) {
  const stamp = join(root, ".next", "sources.sha256");
  const hash = await hashSources(root);
  if ((await isBuilt(root)) && (await readFile(stamp, "utf8").catch(() => "")) === hash) return;
  console.log("Building the dashboard…");
  await rm(stamp, { force: true });
  const code = await processes.run(
    process.execPath,
    [join(root, "node_modules/next/dist/bin/next"), "build"],
    { NODE_ENV: "production" },
  );
  if (code !== 0) throw new Refusal("The dashboard could not be built: Next.js said why above.");
  await writeFile(stamp, hash);
}

/** @param {string} root */
function isBuilt(root) {
  return access(join(root, ".next", "BUILD_ID")).then(
    () => true,
    () => false,
  );
}

/**
 * @param {string} root
 * @returns {Promise<string>} one hash over the names and contents of all that a build reads
 */
export async function hashSources(root) {
  const hash = createHash("sha256").update(process.version);
  for (const file of await listSources(root)) {
    hash.update(`\0${file}\0`).update(await readFile(join(root, file)));
  }
  return hash.digest("hex");
}

/** @param {string} root */
async function listSources(root) {
  const inRoot = (await readdir(root, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && ROOT_SOURCES.test(entry.name))
    .map((entry) => entry.name);
  const inFolders = await Promise.all(SOURCE_FOLDERS.map((folder) => listFiles(root, folder)));
  return [...inRoot, ...inFolders.flat()].filter((file) => !NOT_BUILT.test(file)).sort();
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function listFiles(root, folder) {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const nested = entries.map((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listFiles(root, path);
    return entry.isFile() ? [path] : [];
  });
  return (await Promise.all(nested)).flat();
}
