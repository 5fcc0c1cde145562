import { runChecks } from "@/lib/doctor/run-checks";
import { countOf } from "@/lib/domain/money/numbers";

// Checks the settings and everything that the dashboard needs. Changes nothing.

const SIGNS = { ok: "✓", problem: "✗", skipped: "–" } as const;
const TITLE_WIDTH = 12;

const results = await runChecks(process.env);
for (const result of results) {
  console.log(`${SIGNS[result.is]} ${result.title.padEnd(TITLE_WIDTH)} ${result.text}`);
  if (result.is === "problem") console.log(`${" ".repeat(TITLE_WIDTH + 3)}${result.remedy}`);
}
const failed = results.filter(({ is }) => is === "problem").length;
console.log(`\n${failed > 0 ? `${countOf(failed, "problem")} found.` : "No problems found."}`);
process.exitCode = failed > 0 ? 1 : 0;
