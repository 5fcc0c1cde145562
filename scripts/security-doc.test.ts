import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PRODUCT_WORDS } from "@/lib/auth/password-strength";

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
    const tables = DOCUMENT.split("\n\n").filter((block) => /^\|.*\| Test \|\n/.test(block));
    expect(tables.length).toBeGreaterThan(8);
    const promises = tables.flatMap((table) => table.trim().split("\n").slice(2));
    expect(promises.filter((line) => !/test\.ts`|spec\.ts`|`e2e\/specs/.test(line))).toEqual([]);
  });

  it("lists the words that don't make a password stronger", () => {
    const sentence = DOCUMENT.split("\n").find((line) => line.includes("don't make a password stronger"));
    const words = [...(sentence ?? "").matchAll(/`(\w+)`/g)].map(([, word]) => word);
    expect(words).toEqual(PRODUCT_WORDS);
  });
});
