import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundlePaths, ensureBundled, findBundles } from "./bundle.mjs";
import type * as settingsModule from "./settings";

const repository = join(import.meta.dirname, "..");
let root: string;

/** A small checkout: the real settings and their rules, and a sandbox that only says so. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "cardwell-bundle-"));
  const copied = ["package.json", "package-lock.json", "tsconfig.json", "LICENSE", "lib", "sandbox"];
  for (const path of [
    ...copied,
    "scripts/settings.ts",
    "scripts/bundle.mjs",
    "scripts/package/build-sandbox-package.mjs",
  ])
    cpSync(join(repository, path), join(root, path), { recursive: true });
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  write("sandbox/main.ts", 'console.log("the sandbox" satisfies string);');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

it("bundles the programs until their sources change", async () => {
  expect(await findBundles(root)).toBeNull();
  await ensureBundled(root);
  expect(await findBundles(root)).toEqual(bundlePaths(root));
  expect(readFileSync(bundlePaths(root).sandbox, "utf8")).toContain('console.log("the sandbox")');

  write("sandbox/main.test.ts", "");
  expect(await findBundles(root), "a test is not bundled").not.toBeNull();
  write("sandbox/main.ts", 'console.log("another sandbox");');
  expect(await findBundles(root)).toBeNull();
  await ensureBundled(root);
  expect(readFileSync(bundlePaths(root).sandbox, "utf8")).toContain("another sandbox");
});

it("bundles rules that report the same problems as their sources", async () => {
  await ensureBundled(root);
  const bundled: typeof settingsModule = await import(pathToFileURL(bundlePaths(root).settings).href);
  const { readSettings } = await import("./settings");
  const read = { root, mode: "production" } as const;
  for (const env of [{ PORT: "70000", LOG_LEVEL: "loud" }, { DATA_DIR: "elsewhere" }])
    expect(bundled.readSettings(env, read)).toEqual(readSettings(env, read));
});
