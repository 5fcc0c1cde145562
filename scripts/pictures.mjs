import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureChromium } from "./chromium.mjs";
import { ensureInstalled } from "./install.mjs";
import { createProcessGroups, onStopSignal } from "./process-groups.mjs";
import { printError } from "./user-error.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const processes = createProcessGroups({
  cwd: root,
  env: () => ({ ...process.env, NEXT_TELEMETRY_DISABLED: "1" }),
});
onStopSignal({
  // SIGINT lets Playwright stop the dashboard and the sandbox.
  stop: () => void processes.stopAll({ signal: "SIGINT", graceMs: 15_000 }).then(() => process.exit(130)),
  kill: () => process.exit(130),
});

try {
  await ensureInstalled(root, processes);
  process.exitCode = await processes.run(
    join(root, "node_modules", ".bin", "playwright"),
    ["test", "--config", "scripts/pictures", ...process.argv.slice(2)],
    { CHROMIUM_PATH: await ensureChromium(processes) },
  );
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
