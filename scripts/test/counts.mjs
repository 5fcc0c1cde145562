/** @typedef {{ passed: number, failed: number, flaky?: number }} Counts */

/**
 * Counts a check that has no test files: a linter, a type checker, a build.
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countCheck(exitCode) {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Counts every test that did not pass as failed, including skipped and todo tests.
 * @param {any} report Vitest's JSON report, or null if there is no report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countVitest(report, exitCode) {
  /** @type {{ status: string, assertionResults: { status: string }[] }[]} */
  const files = report?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  const filesFailedOutsideTests = files.filter(
    (file) => file.status !== "passed" && file.assertionResults.every((test) => test.status === "passed"),
  ).length;
  return withExitCode({ passed, failed: tests.length - passed + filesFailedOutsideTests }, exitCode);
}

/**
 * A flaky test failed at first and passed on the retry.
 * @param {any} report Playwright's JSON report, or null if there is no report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countPlaywright(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return withExitCode({ passed: expected + flaky, failed: unexpected + skipped, flaky }, exitCode);
}

/**
 * @param {any} report of `playwright test --list`, or null if there is none
 * @returns {number}
 */
export function countListed(report) {
  /** @typedef {{ specs?: unknown[], suites?: Suite[] }} Suite */
  /** @type {(suite: Suite) => number} */
  const countIn = ({ specs = [], suites = [] }) =>
    suites.reduce((sum, suite) => sum + countIn(suite), specs.length);
  return countIn(report ?? {});
}

/**
 * A run that failed outside its tests, or that has no tests, counts as a failure.
 * @param {Counts} counts
 * @param {number} exitCode
 * @returns {Counts}
 */
function withExitCode(counts, exitCode) {
  const hasHiddenFailure = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return hasHiddenFailure ? { ...counts, failed: 1 } : counts;
}
