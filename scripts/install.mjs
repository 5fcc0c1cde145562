import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "./user-error.mjs";

/**
 * Installs exactly what package-lock.json lists, unless it is already installed.
 * @param {string} root
 * @param {import("./process-groups.mjs").Runner} processes
 */
export async function ensureInstalled(root, processes) {
  if (await isInstalled(root)) return;
  console.log("Installing dependencies…");
  const [command, ...args] = npmCommand();
  const code = await processes.run(command, [
    ...args,
    "ci",
    "--include=dev",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]);
  if (code !== 0) throw new UserError("Could not install the dependencies. See the npm output above.");
}

/**
 * npm records the contents of node_modules in the format of package-lock.json. Comparing the two also detects an
 * interrupted install and one without development packages.
 * @param {string} root
 */
export async function isInstalled(root) {
  const [locked, installed] = await Promise.all([
    readPackages(join(root, "package-lock.json")),
    readPackages(join(root, "node_modules", ".package-lock.json")),
  ]);
  if (locked === null)
    throw new UserError("package-lock.json is missing or unreadable. Restore it from git.");
  if (installed === null) return false;
  return Object.entries(locked).every(([path, entry]) => {
    const isForThisSystem = path !== "" && !entry.optional && !entry.devOptional;
    if (!isForThisSystem) return true;
    return installed[path]?.version === entry.version && installed[path]?.integrity === entry.integrity;
  });
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage
 * @param {string} file
 * @returns {Promise<Record<string, LockedPackage> | null>}
 */
async function readPackages(file) {
  try {
    return JSON.parse(await readFile(file, "utf8")).packages ?? null;
  } catch {
    return null;
  }
}

/** @returns {[string, ...string[]]} the npm that started us, otherwise the one on PATH */
function npmCommand() {
  const npm = process.env.npm_execpath;
  return npm?.endsWith("npm-cli.js") ? [process.execPath, npm] : ["npm"];
}
