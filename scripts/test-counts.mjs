/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * One check that is not a test file: a formatter, a type checker, a build.
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countCheck(exitCode) {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Every test that did not pass has failed: one that was skipped, or left to do, proves nothing.
 * @param {any} report Vitest's JSON report, or null when it left none
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countVitest(report, exitCode) {
  /** @type {{ status: string, assertionResults: { status: string }[] }[]} */
  const files = report?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  const filesWithoutTests = files.filter(
    (file) => file.status !== "passed" && file.assertionResults.every((test) => test.status === "passed"),
  ).length;
  return withExitCode({ passed, failed: tests.length - passed + filesWithoutTests }, exitCode);
}

/**
 * @param {any} report Playwright's JSON report, or null when it left none
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countPlaywright(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return withExitCode({ passed: expected, failed: unexpected + flaky + skipped }, exitCode);
}

/**
 * A run that failed outside its tests, or found none, has failed all the same.
 * @param {Counts} counts
 * @param {number} exitCode
 * @returns {Counts}
 */
function withExitCode(counts, exitCode) {
  const isSilent = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return isSilent ? { ...counts, failed: 1 } : counts;
}
