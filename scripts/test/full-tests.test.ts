import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  findDueSpecs,
  GUARDED_BY,
  GUARDED_BY_STEP,
  isStepDue,
  listChangesSince,
  skippedFullTests,
} from "./full-tests.mjs";

const ROOT = join(import.meta.dirname, "..", "..");
const SPECS = readdirSync(join(ROOT, "e2e/specs")).filter((file) => file.endsWith(".spec.ts"));

it("every spec with full tests names what they guard", () => {
  const withFullTests = SPECS.filter((spec) =>
    readFileSync(join(ROOT, "e2e/specs", spec), "utf8").includes('"@full"'),
  );
  expect(Object.keys(GUARDED_BY).sort()).toEqual(withFullTests.sort());
});

it("what they guard exists", () => {
  const folders = (start: string) => start.slice(0, start.lastIndexOf("/") + 1);
  const isThere = (start: string) =>
    existsSync(join(ROOT, start)) ||
    (existsSync(join(ROOT, folders(start))) &&
      readdirSync(join(ROOT, folders(start))).some((name) => `${folders(start)}${name}`.startsWith(start)));
  expect(
    [...Object.values(GUARDED_BY), ...Object.values(GUARDED_BY_STEP)]
      .flat()
      .filter((start) => !isThere(start)),
  ).toEqual([]);
});

it("a change of the spec, or of what it guards, makes its full tests due", () => {
  expect(findDueSpecs([])).toEqual([]);
  expect(findDueSpecs(["docs/testing.md"])).toEqual([]);
  expect(findDueSpecs(["e2e/specs/smoke.spec.ts"])).toEqual(["smoke.spec.ts"]);
  expect(findDueSpecs(["lib/drift/drift-recorder.ts"])).toEqual(["drift.spec.ts"]);
  expect(findDueSpecs(["lib/runs/runs-job.ts"])).toEqual(["bulk-many.spec.ts", "issue-run.spec.ts"]);
});

it("a change of what a step guards makes it due", () => {
  expect(isStepDue("nginx", ["deploy/nginx.conf"])).toBe(true);
  expect(isStepDue("nginx", ["lib/xlsx/styles.ts"])).toBe(false);
  expect(isStepDue("unit", [])).toBe(true);
});

it("all are due if nobody knows what has changed", () => {
  expect(findDueSpecs(null)).toEqual(Object.keys(GUARDED_BY));
  expect(isStepDue("nginx", null)).toBe(true);
  expect(listChangesSince(ROOT, "0000000000000000000000000000000000000000")).toBeNull();
});

it("skips full tests, but for those of the specs that are due", () => {
  // As Playwright writes them: file, groups, title, and tags.
  const [smoke, kit, short] = [
    " smoke.spec.ts passes @full",
    " kit.spec.ts smoke @full",
    " kit.spec.ts passes",
  ];
  const skipped = (dueSpecs: string[]) =>
    [smoke, kit, short].filter((title) => skippedFullTests(dueSpecs).test(title));
  expect(skipped([])).toEqual([smoke, kit]);
  expect(skipped(["smoke.spec.ts"])).toEqual([kit]);
  expect(skipped(["smoke.spec.ts", "kit.spec.ts"])).toEqual([]);
});
