import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashSources } from "./build.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cardwell-build-"));
  write("app/page.tsx", "page");
  write("lib/domain/money.ts", "money");
  write("next.config.mjs", "config");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("hashSources", () => {
  it("is the same for the same sources", async () => {
    expect(await hashSources(root)).toBe(await hashSources(root));
  });

  it.each([
    ["a changed file", () => write("lib/domain/money.ts", "more money")],
    ["a new file", () => write("components/ui/button.tsx", "")],
    ["a moved file", () => renameSync(join(root, "app/page.tsx"), join(root, "app/layout.tsx"))],
    ["a changed configuration", () => write("next.config.mjs", "other")],
    ["changed dependencies", () => write("package-lock.json", "{}")],
    ["a setting for the build", () => write(".env.production", "NEXT_PUBLIC_NAME=x")],
  ])("changes with %s", async (_name, change) => {
    const before = await hashSources(root);
    change();
    expect(await hashSources(root)).not.toBe(before);
  });

  it.each(["lib/domain/money.test.ts", "vitest.config.ts", "sandbox/main.ts", "README.md", "next-env.d.ts"])(
    "does not care for %s, which no build reads",
    async (file) => {
      const before = await hashSources(root);
      write(file, "changed");
      expect(await hashSources(root)).toBe(before);
    },
  );
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
