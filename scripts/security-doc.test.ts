import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const DOCUMENT = readFileSync("docs/security.md", "utf8");
const PROMISES = /^\| Promise \| Test \|\n\|[-|]+\|\n((?:\|.*\|\n)+)/gm;

describe("docs/security.md", () => {
  const referencedPaths = [...DOCUMENT.matchAll(/`([a-z0-9/.-]+\/[a-z0-9.-]*)`/g)].map(
    ([, path = ""]) => path,
  );

  it("references only existing tests", () => {
    expect(referencedPaths.length).toBeGreaterThan(20);
    expect(referencedPaths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("references a test for each promise", () => {
    const promises = [...DOCUMENT.matchAll(PROMISES)].flatMap(([, rows = ""]) => rows.trim().split("\n"));
    expect(promises.length).toBeGreaterThan(50);
    expect(promises.filter((line) => !/\btest\.ts|spec\.ts|e2e\/specs/.test(line))).toEqual([]);
  });
});
