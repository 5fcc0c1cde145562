import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const rows = readFileSync("docs/asvs.md", "utf8")
  .split("\n")
  .filter((line) => /^\| [678]\.\d+\.\d+ \|/.test(line) && line.split(" | ").length === 4)
  .map((line) => {
    const [number = "", , , test = ""] = line.slice(2, -2).split(" | ");
    return { number, test };
  });

/** A path, and the titles after it up to the next path. */
const references = rows.flatMap(({ number, test }) =>
  [...test.matchAll(/`([\w./-]+\/[\w./-]+)`((?:[:;] \*[^*]+\*)*)/g)].map(([, path = "", titles = ""]) => ({
    number,
    path,
    titles: [...titles.matchAll(/\*([^*]+)\*/g)].map(([, title = ""]) => title),
  })),
);

it("docs/asvs.md has every requirement of levels 1 and 2 once, in order", () => {
  const counts = {
    ...{ "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4 },
    ...{ "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2 },
    ...{ "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1 },
  };
  const expected = Object.entries(counts).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  expect(rows.map(({ number }) => number)).toEqual(expected);
});

it("docs/asvs.md names a test, or says why there is none", () => {
  const isAnswered = (test: string) => /test\.ts`|spec\.ts`|^(?:Doesn't apply|Not met|no test): /.test(test);
  expect(rows.filter(({ test }) => !isAnswered(test)).map(({ number }) => number)).toEqual([]);
});

it("docs/asvs.md names only existing tests, by their titles", () => {
  expect(references.length).toBeGreaterThan(40);
  expect(references.filter(({ path }) => !existsSync(path))).toEqual([]);
  const missing = references.flatMap(({ number, path, titles }) => {
    const source = readFileSync(path, "utf8");
    return titles.filter((title) => !source.includes(title)).map((title) => `${number}: ${title}`);
  });
  expect(missing).toEqual([]);
});
