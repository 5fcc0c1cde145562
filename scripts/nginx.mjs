import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { UserError } from "./user-error.mjs";

/** Where packages install it; not on everyone's PATH. */
const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"];
const APT_INSTALL = "apt-get install -yq --no-install-recommends nginx";

/**
 * Finds a working nginx: NGINX_PATH or the system's.
 * @returns {string | null}
 */
export function findNginx() {
  const configuredPath = process.env.NGINX_PATH;
  if (configuredPath) {
    if (canRun(configuredPath)) return configuredPath;
    throw new UserError(`NGINX_PATH must point to a working nginx, not ${JSON.stringify(configuredPath)}.`);
  }
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...FOLDERS];
  return folders.map((folder) => join(folder, "nginx")).find(canRun) ?? null;
}

/**
 * Finds an nginx or installs the system's package.
 * @param {import("./process-groups.mjs").Runner} processes
 * @returns {Promise<string>}
 */
export async function ensureNginx(processes) {
  const found = findNginx();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing nginx…");
    // The package would start a server on port 80.
    const command = `apt-get update -q && ${APT_INSTALL}`;
    await processes.run("sh", ["-c", command], { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" });
    const installed = findNginx();
    if (installed) return installed;
  }
  throw new UserError("Could not find or install nginx. Install it, or set NGINX_PATH to its executable.");
}

/** @param {string} path */
function canRun(path) {
  return existsSync(path) && spawnSync(path, ["-v"], { stdio: "ignore", timeout: 20_000 }).status === 0;
}
