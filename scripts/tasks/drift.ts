import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { askIssuer } from "@/lib/drift/ask-issuer";
import { readIssuerTarget } from "@/lib/drift/issuer-target";
import { renderJson, renderMarkdown, renderText } from "@/lib/drift/render-report";
import { resolvePath } from "./run-task";

// Asks the issuer, only reading, and reports how its answers differ from the contract. The exit code is 0 without
// differences, 1 with some, and 2 if it couldn't ask.

const DEFAULT_CALLS = "60";
const PAUSE_MS = 250;

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      url: { type: "string" },
      calls: { type: "string", default: DEFAULT_CALLS },
      reports: { type: "boolean", default: false },
      output: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  if (!/^[1-9]\d{0,4}$/.test(values.calls))
    throw new Error("--calls must be a whole number from 1 to 99999.");
  const { isSandbox, ...target } = readIssuerTarget(process.env, values.url);
  const report = await askIssuer({
    ...target,
    maxCalls: Number(values.calls),
    pauseMs: PAUSE_MS,
    requestsReport: values.reports,
    checksClock: !isSandbox,
  });
  process.stdout.write(values.json ? renderJson(report) : renderText(report));
  if (values.output !== undefined) await writeFile(resolvePath(values.output), renderMarkdown(report));
  if (report.findings.length > 0) return 1;
  return report.hasFailed ? 2 : 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
