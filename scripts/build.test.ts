import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ensureDashboardBuilt, hashSources, identifyBuild } from "./build.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cardwell-build-"));
  write("app/page.tsx", "page");
  write("lib/domain/money.ts", "money");
  write("next.config.mjs", "config");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("ensureDashboardBuilt", () => {
  const script = "console.log('a script');".repeat(100);
  const next = vi.fn();

  async function build({ canCompress = true } = {}): Promise<void> {
    const run = async () => {
      next();
      rmSync(join(root, ".next"), { recursive: true, force: true });
      write(".next/BUILD_ID", "id");
      write(".next/static/chunks/page.js", script);
      write(".next/static/media/font.woff2", "compressed already");
      if (!canCompress) symlinkSync("nowhere", join(root, ".next/static/chunks/broken.js"));
      return 0;
    };
    await ensureDashboardBuilt(root, { run } as unknown as Parameters<typeof ensureDashboardBuilt>[1]);
  }
  beforeEach(() => {
    next.mockReset();
    vi.spyOn(console, "log").mockImplementation(() => {});
  });
  afterEach(() => vi.restoreAllMocks());

  it("compresses the scripts once and keeps the files themselves", async () => {
    await build();
    const folder = join(root, ".next/static");
    expect(readFileSync(join(folder, "chunks/page.js"), "utf8")).toBe(script);
    expect(String(brotliDecompressSync(readFileSync(join(folder, "chunks/page.js.br"))))).toBe(script);
    expect(String(gunzipSync(readFileSync(join(folder, "chunks/page.js.gz"))))).toBe(script);
    expect(readdirSync(join(folder, "media"))).toEqual(["font.woff2"]);
    await build();
    expect(next).toHaveBeenCalledTimes(1);
  });

  it("builds again if the compression didn't finish", async () => {
    await expect(build({ canCompress: false })).rejects.toThrow("broken.js");
    await build();
    expect(next).toHaveBeenCalledTimes(2);
  });
});

describe("hashSources", () => {
  it("is the same for the same sources", () => {
    expect(hashSources(root)).toBe(hashSources(root));
  });

  it.each([
    ["a changed file", () => write("lib/domain/money.ts", "more money")],
    ["a new file", () => write("components/ui/button.tsx", "")],
    ["a moved file", () => renameSync(join(root, "app/page.tsx"), join(root, "app/layout.tsx"))],
    ["a changed configuration", () => write("next.config.mjs", "other")],
    ["changed dependencies", () => write("package-lock.json", "{}")],
    ["a setting for the build", () => write(".env.production", "NEXT_PUBLIC_NAME=x")],
  ])("changes with %s", (_name, change) => {
    const before = hashSources(root);
    change();
    expect(hashSources(root)).not.toBe(before);
  });

  it.each(["lib/domain/money.test.ts", "vitest.config.ts", "sandbox/main.ts", "README.md", "next-env.d.ts"])(
    "ignores %s, which no build reads",
    (file) => {
      const before = hashSources(root);
      write(file, "changed");
      expect(hashSources(root)).toBe(before);
    },
  );
});

describe("identifyBuild", () => {
  it("is the same for the same sources on two hosts with different settings and folders", () => {
    const here = identifyBuild(root, {});
    const other = `${root}-other`;
    cpSync(root, other, { recursive: true });
    writeFileSync(join(other, ".env"), "DATABASE_URL=postgres://elsewhere/cards");
    const there = identifyBuild(other, {});
    rmSync(other, { recursive: true });
    expect(there).toEqual(here);
    expect(here.buildId).toMatch(/^[0-9a-f]{20}$/);
    expect(Buffer.from(here.actionsKey, "base64")).toHaveLength(32);
  });

  it("has another ID for other sources, and the same action key, so that versions know each other's actions", () => {
    const before = identifyBuild(root, {});
    write("lib/domain/money.ts", "more money");
    const after = identifyBuild(root, {});
    expect(after.buildId).not.toBe(before.buildId);
    expect(after.actionsKey).toBe(before.actionsKey);
  });

  it("uses the key that an operator sets for all hosts", () => {
    const key = Buffer.alloc(32, 7).toString("base64");
    expect(identifyBuild(root, { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: key }).actionsKey).toBe(key);
  });
});

describe("the server's actions", () => {
  // The key is in the sources and so is not secret: it must never protect data that is sent to a browser.
  it("have no closures: each file with actions starts with 'use server'", () => {
    const repository = join(import.meta.dirname, "..");
    const files = ["app", "components", "lib"].flatMap((folder) =>
      readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => join(repository, folder, file)),
    );
    const actions = files.filter((file) => /^\s*["']use server["']/m.test(readFileSync(file, "utf8")));
    expect(actions.length).toBeGreaterThan(20);
    for (const file of actions) {
      const [first, ...rest] = readFileSync(file, "utf8").split(/^\s*["']use server["'];?$/m);
      expect(first, file).toBe("");
      expect(rest, file).toHaveLength(1);
    }
  });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
