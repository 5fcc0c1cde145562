import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { UserError } from "./user-error.mjs";

const NAMES = ["soffice", "libreoffice"];
const MAC_APP = "/Applications/LibreOffice.app/Contents/MacOS/soffice";
const APT_INSTALL = "apt-get install -yq --no-install-recommends libreoffice-calc";

/**
 * Finds a working LibreOffice: LIBREOFFICE_PATH or the system's.
 * @returns {string | null}
 */
export function findLibreOffice() {
  const configuredPath = process.env.LIBREOFFICE_PATH;
  if (configuredPath) {
    if (canRun(configuredPath)) return configuredPath;
    throw new UserError(
      `LIBREOFFICE_PATH must point to a working LibreOffice, not ${JSON.stringify(configuredPath)}.`,
    );
  }
  const folders = (process.env.PATH ?? "").split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, MAC_APP].find(canRun) ?? null;
}

/**
 * Finds a LibreOffice or installs the system's package.
 * @param {import("./process-groups.mjs").Runner} processes
 * @returns {Promise<string>}
 */
export async function ensureLibreOffice(processes) {
  const found = findLibreOffice();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing LibreOffice…");
    const command = `apt-get update -q && ${APT_INSTALL}`;
    await processes.run("sh", ["-c", command], { DEBIAN_FRONTEND: "noninteractive" });
    const installed = findLibreOffice();
    if (installed) return installed;
  }
  throw new UserError(
    "Could not find or install LibreOffice. Install its Calc, or set LIBREOFFICE_PATH to its executable.",
  );
}

/** @param {string} path */
function canRun(path) {
  return (
    existsSync(path) && spawnSync(path, ["--version"], { stdio: "ignore", timeout: 60_000 }).status === 0
  );
}
