import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listFiles } from "@/scripts/source-files.mjs";
import { EXTERNAL, listTasks, REQUIRED_IN_STRINGS } from "./bundle-programs.mjs";
import { createPackage } from "./create-package.mjs";
import { requirePlatform } from "./require-platform";

const ROOT = join(import.meta.dirname, "..", "..");
const LONG_TIMEOUT = 120_000;

let temporary: string;
beforeAll(() => {
  temporary = mkdtempSync(join(tmpdir(), "cardwell-package-"));
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

describe("createPackage", () => {
  let folder: string;

  /** The real programs, and an output of Next that has only what matters here. */
  beforeAll(async () => {
    const root = join(temporary, "checkout");
    folder = join(temporary, "dist", "cardwell");
    for (const name of ["app", "lib", "sandbox", "scripts", "node_modules", "public", "deploy"])
      link(join(ROOT, name), join(root, name));
    for (const name of ["package.json", "tsconfig.json", "LICENSE"]) link(join(ROOT, name), join(root, name));
    const next = join(root, ".next");
    write(join(next, "standalone/server.js"), "// Next's own entry");
    write(join(next, "standalone/.env"), "CARD_API_KEY=secret");
    write(join(next, "standalone/.env.production"), "CARD_API_KEY=secret");
    write(join(next, "standalone/.next/BUILD_ID"), "id");
    write(join(next, "standalone/node_modules/next/package.json"), "{}");
    write(join(next, "standalone/node_modules/sharp/package.json"), "{}");
    write(join(next, "standalone/node_modules/@img/sharp-linux-x64/package.json"), "{}");
    write(join(next, "static/chunks/a.js"), "");
    write(join(next, "static/chunks/a.js.br"), "");
    await createPackage(root, folder);
  }, LONG_TIMEOUT);

  it("has the programs, every task, and what the build made", () => {
    const files = [
      "server.js",
      "next-server.js",
      "tasks.js",
      "health-check.js",
      "package.json",
      "LICENSE",
      ".next/BUILD_ID",
      ".next/static/chunks/a.js.br",
      "programs/sandbox/cardwell-sandbox.mjs",
      "programs/sandbox/page/page.html",
      "programs/pglite-thread.mjs",
      "deploy/nginx.conf",
      "node_modules/next/package.json",
      ...REQUIRED_IN_STRINGS.map((name) => `node_modules/${name}/index.js`),
    ];
    expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
    expect(readdirSync(join(folder, "programs/tasks")).sort()).toEqual(
      listTasks(ROOT).map((task) => `${task}.mjs`),
    );
    expect(listTasks(ROOT)).toContain("audit-verify");
    expect(listTasks(ROOT)).not.toContain("run-task");
  });

  it("has no settings of the checkout, no sources, no tests, and no library that isn't used", () => {
    const files = listFiles(folder, ".");
    expect(files.filter((file) => /\/\.env|(?<!\.d)\.tsx?$|\.test\.|\/sharp/.test(file))).toEqual([]);
  });

  it("describes itself and the platform of its native code, without dependencies to install", () => {
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(manifest).toMatchObject({
      name: "cardwell",
      version,
      os: [process.platform],
      cpu: [process.arch],
    });
    expect(Object.keys(manifest).filter((key) => /dependencies|scripts/i.test(key))).toEqual([]);
  });

  it("lists its tasks", () => {
    const env = { PATH: process.env.PATH, NODE_ENV: "production" as const };
    expect(() =>
      execFileSync(process.execPath, [join(folder, "tasks.js"), "nonsense"], { env, stdio: "pipe" }),
    ).toThrow(/Specify a task: node tasks\.js <task> \[options\]\nTasks: audit-verify, /);
  });

  it("refuses a platform that it wasn't made for", () => {
    const here = { platform: process.platform, arch: process.arch, versions: process.versions };
    expect(() => requirePlatform(folder, here)).not.toThrow();
    expect(() => requirePlatform(folder, { ...here, platform: "aix" })).toThrow("not for aix");
    const old = { ...process.versions, node: "18.20.0" };
    expect(() => requirePlatform(folder, { ...here, versions: old })).toThrow("needs Node.js 20.9 or newer");
  });
});

it("packages what code in strings requires", () => {
  const required = listFiles(ROOT, "lib")
    .filter((file) => /\.(ts|mjs)$/.test(file) && !file.includes(".test."))
    .flatMap((file) => [...readFileSync(join(ROOT, file), "utf8").matchAll(/\brequire\("([^"]+)"\)/g)])
    .map(([, name = ""]) => name)
    .filter((name) => !name.startsWith("node:"));
  expect(required.length).toBeGreaterThan(0);
  expect(required.filter((name) => ![...REQUIRED_IN_STRINGS, ...EXTERNAL].includes(name))).toEqual([]);
});

describe("the examples in deploy", () => {
  it("the unit runs as a user that the tasks can run as too, also while it is stopped", () => {
    const unit = readFileSync(join(ROOT, "deploy/cardwell@.service"), "utf8");
    const guide = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
    const [, user] = /^User=(.+)$/m.exec(unit) ?? [];
    expect(unit).not.toMatch(/^DynamicUser=/m);
    expect(guide).toMatch(new RegExp(`useradd .* ${user}$`, "m"));
    expect(guide).toContain(`runuser -u ${user} --`);
  });

  // Not every system has systemd.
  const hasSystemd = existsSync("/usr/bin/systemd-analyze");
  if (hasSystemd)
    it("systemd accepts its unit", () => {
      const unit = join(ROOT, "deploy/cardwell@.service");
      expect(readFileSync(unit, "utf8")).toContain("ExecStart=/usr/bin/env node server.js");
      execFileSync("systemd-analyze", ["verify", unit], { stdio: "pipe" });
    });

  it("the image has no settings and no installed packages of the checkout", () => {
    const ignored = readFileSync(join(ROOT, ".dockerignore"), "utf8").split("\n");
    for (const name of [".env*", "node_modules", ".next", ".data", ".git"]) expect(ignored).toContain(name);
  });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
