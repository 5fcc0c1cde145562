import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const DOCUMENT = readFileSync("docs/recipes.md", "utf8");

it.each(["docs/recipes.md", "docs/glossary.md"])("%s names only existing files", (file) => {
  const paths = [...readFileSync(file, "utf8").matchAll(/`([\w()/.-]+\/[\w.-]*)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => !path.startsWith("/"));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

it("docs/recipes.md names only existing functions", () => {
  const names = [...DOCUMENT.matchAll(/`([a-z]+[A-Z]\w+)`/g)].map(([, name = ""]) => name);
  const sources = [...DOCUMENT.matchAll(/`([\w()/.-]+\.tsx?)`/g)]
    .map(([, path = ""]) => readFileSync(path, "utf8"))
    .join("\n");
  expect([...new Set(names)].filter((name) => !sources.includes(name))).toEqual([]);
});
