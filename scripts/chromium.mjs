import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { UserError } from "./user-error.mjs";

// The headless shell comes first, because it opens pages twice as fast.
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const MAC_APPS = ["Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome"];

/** Lets Chromium run without a display, a graphics card or a network. */
export const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/**
 * Finds a working Chromium: CHROMIUM_PATH, the system's, or Playwright's.
 * @returns {Promise<string | null>}
 */
export async function findChromium() {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath) {
    if (canRun(configuredPath)) return configuredPath;
    throw new UserError(
      `CHROMIUM_PATH must point to a working Chromium, not ${JSON.stringify(configuredPath)}.`,
    );
  }
  const folders = (process.env.PATH ?? "").split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const onMac = MAC_APPS.map((app) => join("/Applications", app));
  const { chromium } = await import("@playwright/test");
  return [...onPath, ...onMac, chromium.executablePath()].find(canRun) ?? null;
}

const APT_INSTALL = "apt-get install -yq --no-install-recommends";

/**
 * Finds a Chromium or installs one: Playwright's if it can be downloaded, otherwise the system's package.
 * @param {import("./process-groups.mjs").Runner} processes
 * @returns {Promise<string>}
 */
export async function ensureChromium(processes) {
  const isRoot = process.getuid?.() === 0;
  const installCommands = [
    [process.execPath, "node_modules/@playwright/test/cli.js", "install", "chromium"],
    ...(isRoot && existsSync("/usr/bin/apt-get")
      ? [
          ["sh", "-c", `apt-get update -q && ${APT_INSTALL} chromium-headless-shell`],
          ["sh", "-c", `${APT_INSTALL} chromium`],
        ]
      : []),
  ];
  const found = await findChromium();
  if (found) return found;
  for (const [command = "", ...args] of installCommands) {
    console.log("Installing Chromium…");
    await processes.run(command, args, { DEBIAN_FRONTEND: "noninteractive" });
    const installed = await findChromium();
    if (installed) return installed;
  }
  throw new UserError(
    "Could not find or install Chromium. Install it, or set CHROMIUM_PATH to its executable.",
  );
}

// A command on PATH may be an installer stub, and a download may lack its libraries.
/** @param {string} path */
function canRun(path) {
  return (
    existsSync(path) && spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0
  );
}
