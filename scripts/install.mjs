import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "./refusal.mjs";

/**
 * Installs exactly what package-lock.json says, unless it is installed already.
 * @param {string} root
 * @param {import("./process-groups.mjs").ProcessGroups} processes
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
  if (code !== 0) throw new Refusal("Could not install the dependencies. See the npm output above.");
}

/**
 * npm records what it put into node_modules in the same form as package-lock.json, so the two can be
 * compared: that also notices an interrupted install and one without the development packages.
 * @param {string} root
 */
export async function isInstalled(root) {
  const [wanted, present] = await Promise.all([
    readPackages(join(root, "package-lock.json")),
    readPackages(join(root, "node_modules", ".package-lock.json")),
  ]);
  if (wanted === null) throw new Refusal("package-lock.json is missing or unreadable. Restore it from git.");
  if (present === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    const isForThisSystem = path !== "" && !entry.optional && !entry.devOptional;
    if (!isForThisSystem) return true;
    return present[path]?.version === entry.version && present[path]?.integrity === entry.integrity;
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

/** @returns {[string, ...string[]]} the npm that started us where there is one, else the one on PATH */
function npmCommand() {
  const npm = process.env.npm_execpath;
  return npm?.endsWith("npm-cli.js") ? [process.execPath, npm] : ["npm"];
}
