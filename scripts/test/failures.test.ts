import { describe, expect, it } from "vitest";
import { playwrightFailures, vitestFailures } from "./failures.mjs";

describe("vitestFailures", () => {
  const test = (status: string, fullName: string, ...failureMessages: string[]) => ({
    status,
    fullName,
    failureMessages,
  });

  it("lists each test that did not pass, with its file and the first lines of its error, without the stack", () => {
    const report = {
      testResults: [
        {
          name: "/repo/lib/a.test.ts",
          status: "failed",
          assertionResults: [
            test("passed", "a works"),
            test("failed", "a breaks", "\u001b[31mAssertionError: 1 is not 2\u001b[0m\n    at a.test.ts:3"),
            test("skipped", "a waits"),
          ],
        },
      ],
    };
    expect(vitestFailures(report, "/repo")).toEqual([
      "lib/a.test.ts > a breaks\n    AssertionError: 1 is not 2",
      "lib/a.test.ts > a waits\n    skipped",
    ]);
  });

  it("lists a file that can't be loaded", () => {
    const broken = { name: "/repo/lib/b.test.ts", status: "failed", message: "No such module" };
    expect(vitestFailures({ testResults: [{ ...broken, assertionResults: [] }] }, "/repo")).toEqual([
      "lib/b.test.ts\n    No such module",
    ]);
  });

  it("lists nothing if all tests passed or there is no report", () => {
    const file = { name: "/repo/lib/a.test.ts", status: "passed", assertionResults: [test("passed", "a")] };
    expect(vitestFailures({ testResults: [file] }, "/repo")).toEqual([]);
    expect(vitestFailures(null, "/repo")).toEqual([]);
  });
});

describe("playwrightFailures", () => {
  it("lists the tests of all nested suites", () => {
    const spec = (line: number, status: string, message?: string) => ({
      file: "cards.spec.ts",
      line,
      title: `test ${line}`,
      tests: [{ status, results: [{ error: message ? { message } : undefined }] }],
    });
    const report = {
      suites: [
        {
          specs: [spec(1, "expected"), spec(5, "unexpected", "Timeout\n  waiting for a button")],
          suites: [{ specs: [spec(9, "flaky", "Timeout"), spec(12, "skipped")] }],
        },
      ],
    };
    expect(playwrightFailures(report)).toEqual([
      "cards.spec.ts:5 > test 5\n    Timeout\n      waiting for a button",
      "cards.spec.ts:9 > test 9 (flaky: passed on the retry)\n    Timeout",
      "cards.spec.ts:12 > test 12\n    skipped",
    ]);
    expect(playwrightFailures(null)).toEqual([]);
  });

  it("prints the text that the failed run attached", () => {
    const attach = (contentType: string, text: string) => ({
      contentType,
      body: Buffer.from(text).toString("base64"),
    });
    const results = [
      {
        error: { message: "Timeout" },
        attachments: [attach("image/png", "x"), attach("text/plain", "a page\nits requests")],
      },
      { attachments: [attach("text/plain", "the retry")] },
    ];
    const spec = { file: "cards.spec.ts", line: 9, title: "test 9", tests: [{ status: "flaky", results }] };
    expect(playwrightFailures({ suites: [{ specs: [spec] }] })).toEqual([
      "cards.spec.ts:9 > test 9 (flaky: passed on the retry)\n    Timeout\n    a page\n    its requests",
    ]);
  });
});
