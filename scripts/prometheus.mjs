import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { UserError } from "./user-error.mjs";

const PROGRAMS = ["prometheus", "promtool"];
/** Below the checkout. */
const UNPACKED = join("node_modules", ".cache", "prometheus");

/**
 * Finds a folder with a working Prometheus and promtool: PROMETHEUS_PATH, the system's, or the one unpacked before.
 * @param {string} root
 * @returns {string | null}
 */
export function findPrometheus(root) {
  const configuredPath = process.env.PROMETHEUS_PATH;
  if (configuredPath) {
    if (isWorking(configuredPath)) return configuredPath;
    throw new UserError(
      `PROMETHEUS_PATH must be a folder with prometheus and promtool, not ${JSON.stringify(configuredPath)}.`,
    );
  }
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return [...folders, join(root, UNPACKED, "usr", "bin")].find(isWorking) ?? null;
}

/**
 * Finds a Prometheus or unpacks the system's package. Installing it would also start a service.
 * @param {string} root
 * @param {import("./process-groups.mjs").Runner} processes
 * @returns {Promise<string>}
 */
export async function ensurePrometheus(root, processes) {
  const found = findPrometheus(root);
  if (found) return found;
  if (existsSync("/usr/bin/apt-get")) {
    console.log("Downloading Prometheus…");
    const folder = join(root, UNPACKED);
    mkdirSync(folder, { recursive: true });
    const update = process.getuid?.() === 0 ? "apt-get update -q && " : "";
    const command = `${update}cd "$0" && apt-get download -q prometheus && dpkg-deb -x prometheus_*.deb . && rm prometheus_*.deb`;
    await processes.run("sh", ["-c", command, folder]);
    const unpacked = findPrometheus(root);
    if (unpacked) return unpacked;
  }
  throw new UserError(
    "Could not find or download Prometheus. Install it, or set PROMETHEUS_PATH to the folder with prometheus and promtool.",
  );
}

/** @param {string} folder */
function isWorking(folder) {
  return PROGRAMS.every((name) => existsSync(join(folder, name)) && canRun(join(folder, name)));
}

/** @param {string} path */
function canRun(path) {
  return spawnSync(path, ["--version"], { stdio: "ignore", timeout: 60_000 }).status === 0;
}
