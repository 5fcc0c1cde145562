import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { hostForClients } from "@/lib/domain/settings/loopback";
import { loadEnvFiles } from "@/scripts/env-files.mjs";

// `health-check.js` of a package, for Docker and systemd: succeeds if the dashboard with these settings is ready.
// `--wait 60` gives it as many seconds to become ready.

const { values } = parseArgs({ options: { wait: { type: "string", default: "0" } } });
loadEnvFiles(dirname(fileURLToPath(import.meta.url)));
const { HOST, PORT } = process.env;
const url = `http://${hostForClients(HOST || "0.0.0.0")}:${PORT || 3000}/api/health/ready`;

const deadline = Date.now() + Number(values.wait) * 1_000;
let state = await checkHealth();
for (; state !== "ready" && Date.now() < deadline; state = await checkHealth()) await sleep(200);
console.log(state);
process.exitCode = state === "ready" ? 0 : 1;

async function checkHealth(): Promise<string> {
  return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => (await response.json()).status,
    () => `no response from ${url}`,
  );
}
