import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestError, TestResult } from "@playwright/test/reporter";

/** `test` is "block › requires the last four digits and a reason". */
export type ScreenBugReport = {
  passed: number;
  failures: { test: string; error: string }[];
  problem: string;
};

/** Prints nothing, and leaves what failed in the file SCREEN_BUG_REPORT. */
export default class ScreenBugReporter implements Reporter {
  readonly #report: ScreenBugReport = { passed: 0, failures: [], problem: "" };

  onTestEnd(test: TestCase, { status, error }: TestResult): void {
    const [, , file = ""] = test.titlePath();
    if (status === "passed") this.#report.passed += 1;
    // The others were left out after the last failure.
    if (status === "failed" || status === "timedOut")
      this.#report.failures.push({
        test: `${file.replace(".spec.ts", "")} › ${test.title}`,
        error: summarize(error),
      });
  }

  onError(error: TestError): void {
    this.#report.problem ||= summarize(error);
  }

  onEnd(): void {
    writeFileSync(process.env.SCREEN_BUG_REPORT ?? "", JSON.stringify(this.#report));
  }

  printsToStdio(): boolean {
    return true;
  }
}

/** What was expected, and what was there instead. */
function summarize({ message = "" }: TestError = {}): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Playwright colors what it reports
  const lines = message.replace(/\u001b\[[\d;]*m/g, "").split("\n");
  const told = lines.filter((line) => /^(Error|Test timeout|Locator|Expected|Received)/.test(line.trim()));
  return (told.length > 0 ? told : lines).slice(0, 4).join(" ").replace(/\s+/g, " ").slice(0, 300);
}
