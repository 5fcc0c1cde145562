import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A dashboard, and the sandbox that it uses. */
export type World = {
  /** Undefined for the `baseURL` of the configuration. */
  dashboardUrl: string | undefined;
  sandboxUrl: string;
  apiKey: string;
};

const START_TIMEOUT_MS = 240_000;
const PAUSE_MS = 100;

/**
 * Starts a dashboard of its own, with its own data, in a world of its own of a sandbox that runs already, or with a
 * sandbox of its own. It stops with this process, unless that is killed.
 */
export async function startWorld(
  packageFolder: string,
  name: string,
  sharedSandboxUrl?: string,
): Promise<World & { stop: () => Promise<void> }> {
  const port = await findFreePort();
  const dashboardUrl = `http://localhost:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), "cardwell-world-"));
  const { settings, ...sandbox } = await describeSandbox(name, sharedSandboxUrl);
  const child = spawn(process.execPath, [join(packageFolder, "server.js")], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      // Each test signs in, and none signs out.
      SESSION_LIMIT: "1000",
      ...settings,
    } as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const endWithThisProcess = () => child.kill();
  process.once("exit", endWithThisProcess);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const stop = async () => {
    process.off("exit", endWithThisProcess);
    if (child.exitCode === null && child.signalCode === null) {
      child.kill();
      await once(child, "exit");
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(PAUSE_MS)) {
    if (child.exitCode !== null) break;
    if (await isReady(`${dashboardUrl}/api/health/ready`)) return { dashboardUrl, ...sandbox, stop };
  }
  await stop();
  throw new Error(`The dashboard in ${packageFolder} did not start:\n${output}`);
}

/** Any key `sk_sandbox_<name>` is a world of its own. */
async function describeSandbox(name: string, sharedUrl: string | undefined) {
  const apiKey = `sk_sandbox_${name}`;
  if (sharedUrl) {
    const settings = { SANDBOX_URL: sharedUrl, SANDBOX_API_KEY: apiKey };
    return { sandboxUrl: sharedUrl, apiKey, settings };
  }
  const port = await findFreePort();
  const settings = { SANDBOX_PORT: String(port), SANDBOX_API_KEY: apiKey };
  return { sandboxUrl: `http://localhost:${port}`, apiKey, settings };
}

async function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port");
  return address.port;
}
