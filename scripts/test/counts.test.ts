import { describe, expect, it } from "vitest";
import { countCheck, countListed, countPlaywright, countVitest } from "./counts.mjs";

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});

describe("countVitest", () => {
  it("counts passed tests", () => {
    const report = { testResults: [file("passed", "passed", "passed"), file("passed", "passed")] };
    expect(countVitest(report, 0)).toEqual({ passed: 3, failed: 0 });
  });

  it.each(["failed", "skipped", "pending", "todo", "disabled"])("counts a %s test as failed", (status) => {
    expect(countVitest({ testResults: [file("passed", "passed", status)] }, 0)).toEqual({
      passed: 1,
      failed: 1,
    });
  });

  it("counts a file that can't be loaded as one failure", () => {
    const report = { testResults: [file("failed"), file("passed", "passed")] };
    expect(countVitest(report, 1)).toEqual({ passed: 1, failed: 1 });
  });

  it("counts a failed test in a failed file once", () => {
    expect(countVitest({ testResults: [file("failed", "failed", "passed")] }, 1)).toEqual({
      passed: 1,
      failed: 1,
    });
  });

  it("counts an error outside the tests, and a run without a report, as a failure", () => {
    expect(countVitest({ testResults: [file("passed", "passed")] }, 1)).toEqual({ passed: 1, failed: 1 });
    expect(countVitest(null, 1)).toEqual({ passed: 0, failed: 1 });
  });

  it("counts a run without tests as a failure", () => {
    expect(countVitest({ testResults: [] }, 0)).toEqual({ passed: 0, failed: 1 });
  });
});

describe("countPlaywright", () => {
  it("counts skipped tests as failed, and flaky ones as passed and flaky", () => {
    const report = { stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 3 } };
    expect(countPlaywright(report, 1)).toEqual({ passed: 6, failed: 4, flaky: 2 });
  });

  it("counts a server that did not start as a failure", () => {
    expect(countPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } }, 1)).toEqual({
      passed: 0,
      failed: 1,
      flaky: 0,
    });
  });
});

describe("countCheck", () => {
  it("counts as one passed or failed check", () => {
    expect(countCheck(0)).toEqual({ passed: 1, failed: 0 });
    expect(countCheck(2)).toEqual({ passed: 0, failed: 1 });
  });
});

it("countListed counts the tests of all groups", () => {
  expect(countListed({ suites: [{ specs: [{}, {}], suites: [{ specs: [{}] }] }] })).toBe(3);
  expect(countListed(null)).toBe(0);
});
