import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { groupByFile, putIn } from "./put-in-screen-bugs.mjs";
import { SCREEN_BUGS, SPECS_WITHOUT_BUG } from "./screen-bugs.mjs";
import { listFiles } from "./source-files.mjs";

const SPECS = listFiles(".", "e2e/specs")
  .map((path) => /^e2e\/specs\/(.+)\.spec\.ts$/.exec(path)?.[1])
  .filter((spec) => spec !== undefined);

it.each([...groupByFile(SCREEN_BUGS)])("the screen bugs of %s can still be put in", (file, patches) => {
  const changed = putIn(readFileSync(file, "utf8"), patches);
  for (const { to } of Object.values(patches)) expect(changed).toContain(to);
});

it.each(Object.entries(SCREEN_BUGS))("the screen bug %s is behind its own switch", (name, { to }) => {
  expect(to.match(/hasBug\("[^"]*"\)|\[data-screen-bug="[^"]*"\]/g)).toEqual([
    expect.stringMatching(`"${name}"`),
  ]);
});

it.each(Object.entries(SCREEN_BUGS))("the tests that find the screen bug %s exist", (_, { specs, tests }) => {
  expect(SPECS).toEqual(expect.arrayContaining(specs));
  const sources = specs.map((spec) => readFileSync(`e2e/specs/${spec}.spec.ts`, "utf8")).join("\n");
  // A title that a test computes is named by its parts.
  for (const part of tests?.split(/\||\.\*/) ?? []) expect(sources).toContain(part);
});

it("every screen bug was found by its tests", () => {
  const matrix: Record<string, { tests: string[] }> = JSON.parse(
    readFileSync("scripts/screen-bugs.json", "utf8"),
  );
  expect(Object.keys(matrix)).toEqual(Object.keys(SCREEN_BUGS));
  for (const [name, { specs }] of Object.entries(SCREEN_BUGS)) {
    const found = matrix[name]?.tests.map((test) => test.split(" › ")[0]);
    expect(found, name).toEqual(expect.arrayContaining([specs[0]]));
  }
});

it("every spec file has a screen bug, or a reason to have none", () => {
  const covered = new Set(Object.values(SCREEN_BUGS).flatMap(({ specs }) => specs));
  expect(SPECS.filter((spec) => !covered.has(spec)).sort()).toEqual(Object.keys(SPECS_WITHOUT_BUG).sort());
});
