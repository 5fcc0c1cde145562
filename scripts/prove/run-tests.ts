import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "@/scripts/chromium.mjs";
import { UNSET_SETTINGS } from "@/scripts/unset-settings";
import { countTests, type TestRun } from "./count-tests";

const ROOT = join(import.meta.dirname, "..", "..");
const FULL_SIZE_TIMEOUT_MS = 900_000;

/** Runs the tests of these files whose name matches, with the project's own configuration. */
export function runVitest(project: string, files: string[], name = ""): Promise<TestRun> {
  return run((report) => ({
    tool: "vitest",
    args: [
      "run",
      ...["--project", project, "--reporter=json", `--outputFile=${report}`],
      ...(name ? ["-t", name] : []),
      ...files,
    ],
    count: (text, code) => countTests("vitest", text, code, { isFiltered: name !== "" }),
  }));
}

export async function runPlaywright(files: string[], name = ""): Promise<TestRun> {
  const chromium = (await findChromium()) ?? "";
  return run((report) => ({
    tool: "playwright",
    args: [
      "test",
      "--reporter=json",
      "--workers=1",
      // A test that passes only the second time has failed.
      "--retries=0",
      // The suite's own is for the counts of `npm test`.
      `--timeout=${FULL_SIZE_TIMEOUT_MS}`,
      ...(name ? ["-g", name] : []),
      ...files,
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) },
    count: (text, code) => countTests("playwright", text, code, { isFiltered: false }),
  }));
}

type Tool = {
  tool: string;
  args: string[];
  env?: Record<string, string>;
  count: (report: string, code: number) => TestRun;
};

async function run(describe: (reportFile: string) => Tool): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), "cardwell-proof-"));
  try {
    const file = join(folder, "report.json");
    const { tool, args, env, count } = describe(file);
    const code = await new Promise<number>((resolve) => {
      const child = spawn(join(ROOT, "node_modules/.bin", tool), args, {
        cwd: ROOT,
        env: { ...process.env, ...UNSET_SETTINGS, PROOF_SIZE: "full", ...env },
        stdio: ["ignore", "ignore", "inherit"],
      });
      child.once("exit", (code) => resolve(code ?? 1));
    });
    const result = count(existsSync(file) ? readFileSync(file, "utf8") : "{}", code);
    for (const name of result.failures) console.error(`  failed: ${name}`);
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
