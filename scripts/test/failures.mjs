import { relative } from "node:path";

/** Enough to see what differs. */
const REASON_LINES = 12;

/**
 * Lists each test that did not pass with the first lines of its error, for the end of the output.
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
 * Also prints what the first failed run attached as text: the page, its requests and the server's warnings.
 * @param {any} report Playwright's JSON report, or null when it left none
 * @returns {string[]}
 */
export function playwrightFailures(report) {
  /** @typedef {{ contentType: string, body?: string }} Attachment */
  /** @typedef {{ error?: { message?: string }, attachments?: Attachment[] }} Run */
  /** @typedef {{ status: string, results: Run[] }} Test */
  /** @typedef {{ file: string, line: number, title: string, tests: Test[] }} Spec */
  /** @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite */
  /** @type {(suite: Suite) => string[]} */
  const failuresOf = ({ specs = [], suites = [] }) => [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter((test) => test.status !== "expected")
        .map((test) =>
          [
            withReason(`${file}:${line} > ${title}${flakyNote(test)}`, reasonOf(test)),
            ...attachedTexts(test),
          ].join("\n"),
        ),
    ),
    ...suites.flatMap(failuresOf),
  ];
  /** @param {Test} test */
  const flakyNote = ({ status }) => (status === "flaky" ? " (flaky: passed on the retry)" : "");
  /** @param {Test} test */
  const reasonOf = (test) =>
    test.results.map(({ error }) => error?.message).find((message) => message) ?? test.status;
  /** @param {Test} test */
  const attachedTexts = ({ results }) =>
    (results.find(({ error }) => error)?.attachments ?? []).flatMap(({ contentType, body }) =>
      contentType === "text/plain" && body ? [indent(Buffer.from(body, "base64").toString())] : [],
    );
  return (report?.suites ?? []).flatMap(failuresOf);
}

/** @param {string} text */
function indent(text) {
  return text.replace(/^(?=.)/gm, "    ");
}

/**
 * @param {string} name
 * @param {string | undefined} reason
 */
function withReason(name, reason) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the runners color what they report
  const lines = (reason ?? "").replace(/\u001b\[[\d;]*m/g, "").split("\n");
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  const told = (stack < 0 ? lines : lines.slice(0, stack)).filter((line) => line.trim() !== "");
  return [name, ...told.slice(0, REASON_LINES).map((line) => `    ${line}`)].join("\n");
}
