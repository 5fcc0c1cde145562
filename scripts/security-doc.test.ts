import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const DOCUMENT = readFileSync("docs/security.md", "utf8");

describe("docs/security.md", () => {
  const referencedPaths = [...DOCUMENT.matchAll(/`([a-z0-9/.-]+\/[a-z0-9.-]*)`/g)].map(
    ([, path = ""]) => path,
  );

  it("references only existing tests", () => {
    expect(referencedPaths.length).toBeGreaterThan(20);
    expect(referencedPaths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("references a test for each promise", () => {
    const promises = DOCUMENT.split("\n").filter((line) => /^\| .* \| .* \|$/.test(line));
    const untested = promises.filter((line) => /\btest\.ts|spec\.ts|e2e\/specs/.test(line) === false);
    // Only header rows may lack a test; the tables before Sign-in list assets and attackers.
    expect(untested.filter((line) => DOCUMENT.indexOf(line) > DOCUMENT.indexOf("## Sign-in")).sort()).toEqual(
      Array(6).fill("| Promise | Test |"),
    );
  });
});
