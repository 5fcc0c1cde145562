import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  describeSlowest,
  endedProcessorSeconds,
  playwrightTimes,
  readTimes,
  saveTimes,
  vitestTimes,
} from "./times.mjs";

it("knows the processor time of a process that has ended, on Linux", () => {
  const before = endedProcessorSeconds();
  if (before === null) return expect(process.platform).not.toBe("linux");
  execFileSync(process.execPath, ["-e", "for (const end = Date.now() + 300; Date.now() < end; );"]);
  const spent = (endedProcessorSeconds() ?? Number.NaN) - before;
  return expect(spent).toBeGreaterThan(0.05);
});

it("reads the time of each file from the report of Vitest", () => {
  const report = { testResults: [{ name: "/checkout/lib/a.test.ts", startTime: 1_000, endTime: 3_540 }] };
  expect(vitestTimes(report, "/checkout")).toEqual({ "lib/a.test.ts": 2.5 });
  expect(vitestTimes(null, "/checkout")).toEqual({});
});

it("adds up the tests of each spec, retries and groups included", () => {
  const tests = (...durations: number[]) => [{ results: durations.map((duration) => ({ duration })) }];
  const report = {
    suites: [
      {
        file: "card.spec.ts",
        specs: [{ tests: tests(1_000, 2_000) }],
        suites: [{ file: "card.spec.ts", specs: [{ tests: tests(500) }] }],
      },
    ],
  };
  expect(playwrightTimes(report)).toEqual({ "card.spec.ts": 3.5 });
  expect(playwrightTimes(null)).toEqual({});
});

const step = (files: Record<string, number>) => ({ seconds: 1, processorSeconds: null, files });

it("names the ten slowest files, with their time in an earlier run", () => {
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`${index}.test.ts`, index]));
  const lines = describeSlowest(
    { unit: step(files), e2e: step({ "card.spec.ts": 99 }) },
    { e2e: step({ "card.spec.ts": 120 }) },
  );
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe("   99.0 s  e2e: card.spec.ts (before: 120.0 s)");
  expect(lines[1]).toBe("   11.0 s  unit: 11.test.ts");
});

it("keeps times for a later run, also those of steps that were left out", () => {
  const folder = mkdtempSync(join(tmpdir(), "cardwell-times-"));
  const file = join(folder, "cache", "times.json");
  expect(readTimes(file)).toBeNull();
  saveTimes(file, { unit: step({ a: 1 }), e2e: step({ b: 2 }) });
  saveTimes(file, { unit: step({ a: 3 }) });
  expect(readTimes(file)).toEqual({ unit: step({ a: 3 }), e2e: step({ b: 2 }) });
  rmSync(folder, { recursive: true });
});
