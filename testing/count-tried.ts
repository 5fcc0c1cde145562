import { TestRunner } from "vitest";

/** Adds to a count in the running test's report, which `npm run prove` shows as a figure. */
export function countTried(what: string, count = 1): void {
  const test = TestRunner.getCurrentTest();
  if (!test) throw new Error("No test is running");
  const meta = test.meta as { tried?: Record<string, number> };
  meta.tried = { ...meta.tried, [what]: (meta.tried?.[what] ?? 0) + count };
}
