import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isInstalled } from "./install.mjs";

const LOCKED = {
  "": { version: "1.0.0" },
  "node_modules/next": { version: "16.0.0", integrity: "sha512-a" },
  "node_modules/vitest": { version: "4.0.0", integrity: "sha512-b", dev: true },
  "node_modules/for-another-system": { version: "1.0.0", integrity: "sha512-c", optional: true },
};
const { "node_modules/for-another-system": _otherSystem, "": _self, ...PRESENT } = LOCKED;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cardwell-install-"));
  mkdirSync(join(root, "node_modules"));
  writeLock("package-lock.json", LOCKED);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("isInstalled", () => {
  it("is true if everything locked for this system is installed", async () => {
    writeLock("node_modules/.package-lock.json", PRESENT);
    expect(await isInstalled(root)).toBe(true);
  });

  it("is false for an install that never finished", async () => {
    expect(await isInstalled(root)).toBe(false);
    writeFileSync(join(root, "node_modules/.package-lock.json"), '{"packages":');
    expect(await isInstalled(root)).toBe(false);
  });

  it("is false for an install without development packages", async () => {
    writeLock("node_modules/.package-lock.json", { "node_modules/next": PRESENT["node_modules/next"] });
    expect(await isInstalled(root)).toBe(false);
  });

  it("is false for another version, or for the same version with other content", async () => {
    for (const change of [{ version: "16.0.1" }, { integrity: "sha512-z" }]) {
      const next = { ...PRESENT["node_modules/next"], ...change };
      writeLock("node_modules/.package-lock.json", { ...PRESENT, "node_modules/next": next });
      expect(await isInstalled(root)).toBe(false);
    }
  });

  it("throws if package-lock.json is missing", async () => {
    rmSync(join(root, "package-lock.json"));
    await expect(isInstalled(root)).rejects.toThrow("package-lock.json is missing or unreadable");
  });
});

function writeLock(name: string, packages: object): void {
  writeFileSync(join(root, name), JSON.stringify({ packages }));
}
