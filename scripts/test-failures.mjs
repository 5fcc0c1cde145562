import { relative } from "node:path";

/**
 * Lists each test that did not pass with the first line of its error, for the end of the output.
 * @param {any} report Vitest's JSON report, or null when it left none
 * @param {string} root
 * @returns {string[]}
 */
export function vitestFailures(report, root) {
  /** @type {{ name: string, status: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[]} */
  const files = report?.testResults ?? [];
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.filter((test) => test.status !== "passed");
    if (tests.length === 0) return status === "passed" ? [] : [withReason(file, message)];
    return tests.map((test) =>
      withReason(`${file} > ${test.fullName}`, test.failureMessages?.[0] ?? test.status),
    );
  });
}

/**
 * @param {any} report Playwright's JSON report, or null when it left none
 * @returns {string[]}
 */
export function playwrightFailures(report) {
  /** @typedef {{ status: string, results: { error?: { message?: string } }[] }} Test */
  /** @typedef {{ file: string, line: number, title: string, tests: Test[] }} Spec */
  /** @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite */
  /** @type {(suite: Suite) => string[]} */
  const failuresOf = ({ specs = [], suites = [] }) => [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter((test) => test.status !== "expected")
        .map((test) => withReason(`${file}:${line} > ${title}`, reasonOf(test))),
    ),
    ...suites.flatMap(failuresOf),
  ];
  /** @param {Test} test */
  const reasonOf = (test) =>
    test.results.map(({ error }) => error?.message).find((message) => message) ?? test.status;
  return (report?.suites ?? []).flatMap(failuresOf);
}

/**
 * @param {string} name
 * @param {string | undefined} reason
 */
function withReason(name, reason) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the runners color what they report
  const [line] = (reason ?? "").replace(/\u001b\[[\d;]*m/g, "").split("\n");
  return line ? `${name}\n    ${line}` : name;
}
