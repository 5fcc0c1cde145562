import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureChromium } from "./chromium.mjs";
import { ensureInstalled } from "./install.mjs";
import { createProcessGroups, onStopSignal } from "./process-groups.mjs";
import { printError, UserError } from "./user-error.mjs";

const USAGE = `npm run smoke -- --url https://cards.example.com [--junit file.xml] [--html folder] [--insecure]
SMOKE_EMAIL and SMOKE_PASSWORD are a person who can sign in there, and SMOKE_TOTP_SECRET the secret of their
authenticator app, if they have one.`;
const CONNECT_TIMEOUT_MS = 10_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), "cardwell-smoke-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const processes = createProcessGroups({ cwd: root, env: () => process.env });
onStopSignal({
  stop: () => void processes.stopAll({ signal: "SIGINT", graceMs: 15_000 }).then(() => process.exit(2)),
  kill: () => process.exit(2),
});

try {
  process.exitCode = await smoke();
} catch (error) {
  printError(error);
  process.exitCode = 2;
}

/** @returns {Promise<0 | 1>} 1 if a check failed; throws if the checks couldn't run */
async function smoke() {
  const { url, junit, html, insecure } = readArguments();
  const target = readTarget(url);
  if (!process.env.SMOKE_EMAIL || !process.env.SMOKE_PASSWORD)
    throw new UserError(`SMOKE_EMAIL and SMOKE_PASSWORD are missing.\n\n${USAGE}`);
  await ensureInstalled(root, processes);
  await requireConnection(target);
  const report = join(folder, "report.json");
  const config = join(root, "scripts/smoke/playwright.config.ts");
  await processes.run(join(root, "node_modules/.bin/playwright"), ["test", "--config", config], {
    SMOKE_URL: target.origin,
    SMOKE_FOLDER: folder,
    SMOKE_JUNIT: junit ? resolve(process.env.INIT_CWD ?? "", junit) : "",
    SMOKE_HTML: html ? resolve(process.env.INIT_CWD ?? "", html) : "",
    SMOKE_INSECURE: insecure ? "1" : "",
    SMOKE_REPORT: report,
    CHROMIUM_PATH: await ensureChromium(processes),
  });
  const { stats } = await readFile(report, "utf8").then(JSON.parse, () => ({ stats: null }));
  if (!stats || stats.expected + stats.unexpected === 0) throw new UserError("The checks could not run.");
  return stats.unexpected > 0 ? 1 : 0;
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        url: { type: "string", default: "" },
        junit: { type: "string" },
        html: { type: "string" },
        insecure: { type: "boolean", default: false },
      },
    });
    return values;
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

/** @param {string} text */
function readTarget(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new UserError(`--url must be the dashboard's URL, not ${JSON.stringify(text)}.\n\n${USAGE}`);
}

/**
 * Otherwise each check would fail with the same message.
 * @param {URL} url
 */
function requireConnection({ hostname, port, protocol, origin }) {
  const fallback = protocol === "https:" ? 443 : 80;
  return new Promise((done, fail) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || fallback) });
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy(new Error("no answer")));
    socket.once("connect", () => {
      socket.destroy();
      done(undefined);
    });
    socket.once("error", ({ message }) => fail(new UserError(`Can't connect to ${origin}: ${message}`)));
  });
}
