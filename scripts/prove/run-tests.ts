import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "@/scripts/chromium.mjs";
import { countPlaywright } from "@/scripts/test-counts.mjs";
import { UNSET_SETTINGS } from "@/scripts/unset-settings";

const ROOT = join(import.meta.dirname, "..", "..");

type Counts = { passed: number; failed: number };

/** Runs the tests of these files whose name matches, with the project's own configuration. */
export function runVitest(project: string, files: string[], name = ""): Promise<Counts> {
  return run((report) => ({
    tool: "vitest",
    args: [
      "run",
      ...["--project", project, "--reporter=json", `--outputFile=${report}`],
      ...(name ? ["-t", name] : []),
      ...files,
    ],
    count: countChosen,
  }));
}

export async function runPlaywright(files: string[], name = ""): Promise<Counts> {
  const chromium = (await findChromium()) ?? "";
  return run((report) => ({
    tool: "playwright",
    args: ["test", "--reporter=json", "--workers=1", ...(name ? ["-g", name] : []), ...files],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) },
    count: countPlaywright,
  }));
}

type VitestReport = { testResults: { assertionResults: { status: string }[] }[] };

/** Tests whose name doesn't match are in the report as skipped. */
function countChosen({ testResults }: VitestReport, code: number): Counts {
  const statuses = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status }) => status),
  );
  const count = (status: string) => statuses.filter((found) => found === status).length;
  return { passed: count("passed"), failed: count("failed") + (code !== 0 && count("failed") === 0 ? 1 : 0) };
}

type Tool = {
  tool: string;
  args: string[];
  env?: Record<string, string>;
  count: (report: never, code: number) => Counts;
};

async function run(describe: (reportFile: string) => Tool): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), "cardwell-proof-"));
  try {
    const file = join(folder, "report.json");
    const { tool, args, env, count } = describe(file);
    const code = await new Promise<number>((resolve) => {
      const child = spawn(join(ROOT, "node_modules/.bin", tool), args, {
        cwd: ROOT,
        env: { ...process.env, ...UNSET_SETTINGS, ...env },
        stdio: ["ignore", "ignore", "inherit"],
      });
      child.once("exit", (code) => resolve(code ?? 1));
    });
    const report = JSON.parse(readFileSync(file, "utf8"));
    return count(report as never, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
