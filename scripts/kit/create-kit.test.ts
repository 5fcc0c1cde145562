import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createProcessGroups } from "@/scripts/process-groups.mjs";
import { createKit } from "./create-kit.mjs";

const ROOT = resolve(import.meta.dirname, "../..");

let folder: string;
beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), "cardwell-kit-")), "cardwell");
  await createKit(ROOT, folder, createProcessGroups({ cwd: ROOT, env: () => process.env }));
}, 120_000);
afterAll(() => rmSync(dirname(folder), { recursive: true, force: true }));

it("needs nothing at run time but Node, so it can't bring a second Playwright", () => {
  const code = readFileSync(join(folder, "e2e.js"), "utf8");
  const imported = [...code.matchAll(/^import .*"(.+)";$/gm)].map(([, specifier = ""]) => specifier);
  expect(imported.length).toBeGreaterThan(3);
  expect(imported.filter((name) => !builtinModules.includes(name.replace("node:", "")))).toEqual([]);
});

it("has only types that belong to it or to Playwright", () => {
  for (const [file, text] of readTypes()) {
    for (const [, specifier = ""] of text.matchAll(/^(?:import|export) .*from "(.+)";$/gm)) {
      if (specifier === "@playwright/test") continue;
      expect(specifier, file).toMatch(/^\.\.?\/.*\.js$/);
      expect(existsSync(resolve(dirname(file), specifier.replace(/\.js$/, ".d.ts"))), specifier).toBe(true);
    }
  }
});

it("explains each export in a comment", () => {
  const own = [...readTypes()].filter(([file]) => file.includes("/types/e2e/"));
  const exports = own.flatMap(([, text]) => [
    ...`\n${text}`.matchAll(/^(.*)\nexport (?:declare )?(?:class|function|type|const) (\w+)/gm),
  ]);
  expect(exports.length).toBeGreaterThan(50);
  const unexplained = exports.filter(([, lineBefore = ""]) => !lineBefore.endsWith("*/"));
  expect(unexplained.map(([, , name]) => name)).toEqual([]);
});

it("is what the example installs, with our Playwright", () => {
  const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
  const [ours, example] = [read("package.json"), read("examples/playwright/package.json")];
  expect(example.devDependencies).toMatchObject({
    "@playwright/test": ours.devDependencies["@playwright/test"],
    cardwell: `file:../../dist/kit/cardwell-${ours.version}.tgz`,
  });
});

/** The declarations by their path, the entry first, with everything that it imports. */
function readTypes(): Map<string, string> {
  const entry = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).exports["./e2e"].types;
  const texts = new Map<string, string>();
  const waiting = [join(folder, entry)];
  for (const file of waiting) {
    const text = readFileSync(file, "utf8");
    texts.set(file, text);
    for (const [, specifier = ""] of text.matchAll(/from "(\.[^"]+)\.js"/g)) {
      const path = resolve(dirname(file), `${specifier}.d.ts`);
      if (!waiting.includes(path)) waiting.push(path);
    }
  }
  return texts;
}
