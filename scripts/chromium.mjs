import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Refusal } from "./refusal.mjs";

// First the one without a window of its own: a page opens in half the time.
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const MAC_APPS = ["Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome"];

/** Quiet, and able to run where there is no display, no graphics card and no network. */
export const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/**
 * A Chromium that runs here: the one that CHROMIUM_PATH names, the system's, or Playwright's own.
 * @returns {Promise<string | null>}
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (runs(named)) return named;
    throw new Refusal(`CHROMIUM_PATH must point to a working Chromium, not ${JSON.stringify(named)}.`);
  }
  const folders = (process.env.PATH ?? "").split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const onMac = MAC_APPS.map((app) => join("/Applications", app));
  const { chromium } = await import("@playwright/test");
  return [...onPath, ...onMac, chromium.executablePath()].find(runs) ?? null;
}

const APT_INSTALL = "apt-get install -yq --no-install-recommends";

/**
 * Finds a Chromium, or installs one: Playwright's where it can be downloaded, else the system's package.
 * @param {import("./process-groups.mjs").ProcessGroups} processes
 * @returns {Promise<string>}
 */
export async function ensureChromium(processes) {
  const isRoot = process.getuid?.() === 0;
  const ways = [
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
  for (const [command = "", ...args] of ways) {
    console.log("Installing Chromium…");
    await processes.run(command, args, { DEBIAN_FRONTEND: "noninteractive" });
    const installed = await findChromium();
    if (installed) return installed;
  }
  throw new Refusal(
    "Could not find or install Chromium. Install it, or set CHROMIUM_PATH to its executable.",
  );
}

// A name on PATH may be a stub that only tells how to install, a download may lack its libraries.
/** @param {string} path */
function runs(path) {
  return (
    existsSync(path) && spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0
  );
}
