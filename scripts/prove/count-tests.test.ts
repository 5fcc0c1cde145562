import { expect, it } from "vitest";
import { countTests } from "./count-tests";

const vitest = (...tests: object[]) =>
  JSON.stringify({ testResults: [{ name: "a.test.ts", status: "passed", assertionResults: tests }] });
const passed = { fullName: "passes", status: "passed", meta: { tried: { links: 2 } } };
const skipped = { fullName: "is skipped", status: "skipped" };

it("counts what the passed tests have tried", () => {
  expect(countTests("vitest", vitest(passed, skipped), 0, { isFiltered: true })).toEqual({
    passed: 1,
    failed: 0,
    failures: [],
    tried: { links: ["passes", "passes"] },
  });
});

it.each([
  ["no report", "{}", 0, false],
  ["no tests", vitest(), 0, false],
  ["only skipped tests", vitest(skipped), 0, true],
  ["a skipped test", vitest(passed, skipped), 0, false],
  ["another reason to fail", vitest(passed), 1, false],
])("counts a run with %s as failed", (_, report, code, isFiltered) => {
  expect(countTests("vitest", report, code, { isFiltered }).failed).toBe(1);
});

it("counts a Playwright test that passes only the second time as failed", () => {
  const spec = (title: string, status: string) => ({
    title,
    tests: [{ status, results: [{ annotations: [{ type: "tried requests", description: title }] }] }],
  });
  const report = { suites: [{ suites: [{ specs: [spec("one", "expected"), spec("two", "flaky")] }] }] };
  expect(countTests("playwright", JSON.stringify(report), 0, { isFiltered: false })).toEqual({
    passed: 1,
    failed: 1,
    failures: ["two"],
    tried: { requests: ["one"] },
  });
});
