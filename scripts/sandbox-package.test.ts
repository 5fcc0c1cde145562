import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findFreePorts } from "./ports.mjs";
import { packSandbox } from "./sandbox-package.mjs";

const ROOT = join(import.meta.dirname, "..");
const INSTALL_TIMEOUT_MS = 180_000;
const run = promisify(execFile);

let folder: string;
let tarball: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cardwell-sandbox-package-"));
  const packed = await packSandbox(ROOT, folder);
  const empty = mkdtempSync(join(folder, "empty-"));
  tarball = join(empty, basename(packed));
  copyFileSync(packed, tarball);
}, INSTALL_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As on a machine that has nothing but Node.js and npm. */
const inEmptyFolder = () => ({
  cwd: join(tarball, ".."),
  env: { NODE_ENV: "test", PATH: process.env.PATH, HOME: process.env.HOME } as const,
});

it("has the version of the dashboard, and no dependencies", () => {
  const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
  const { version, dependencies } = read("sandbox/package/package.json");
  expect(version).toBe(read("package.json").version);
  expect(dependencies).toBeUndefined();
  expect(statSync(tarball).size).toBeLessThan(2_000_000);
});

it(
  "runs from the tarball in an empty folder and answers the first example of its README",
  async () => {
    const [port] = await findFreePorts(1);
    const args = ["--yes", `./${basename(tarball)}`, "--port", String(port), "--memory"];
    const child = spawn("npx", args, { ...inEmptyFolder(), detached: true });
    let output = "";
    child.stdout.on("data", (text) => {
      output += text;
    });
    try {
      await expect.poll(() => output, { timeout: INSTALL_TIMEOUT_MS }).toContain("Press Ctrl-C to stop");
      expect(output).toContain(
        `curl -H 'x-payments-api-key: sk_sandbox_cardwell' http://localhost:${port}/api/v1/merchant/cards/`,
      );
      const [, example = ""] =
        /```sh\n(curl [^\n]+)\n```/.exec(readFileSync(join(ROOT, "sandbox/package/README.md"), "utf8")) ?? [];
      const { stdout } = await run("sh", ["-c", example.replace("4010", String(port))]);
      expect(JSON.parse(stdout)).toMatchObject({ count: 420, previous: null });
      for (const path of ["/", "/page/page.mjs", "/docs/swagger-ui-bundle.js"])
        expect((await fetch(`http://localhost:${port}${path}`)).status, path).toBe(200);
    } finally {
      process.kill(-(child.pid ?? 0), "SIGTERM");
      await once(child, "exit");
    }
  },
  INSTALL_TIMEOUT_MS,
);

it(
  "is a typed library for tests",
  async () => {
    const { cwd, env } = inEmptyFolder();
    await run("npm", ["install", "--no-audit", "--no-fund", "--offline", `./${basename(tarball)}`], {
      cwd,
      env,
    });
    const [, example = ""] =
      /```js\n(.+?)```/s.exec(readFileSync(join(ROOT, "sandbox/package/README.md"), "utf8")) ?? [];
    writeFileSync(join(cwd, "example.mjs"), example);
    expect((await run(process.execPath, ["example.mjs"], { cwd, env })).stdout).toBe("0\n");
    writeFileSync(
      join(cwd, "example.mts"),
      `${example}\nconst port: string = sandbox.url;\n// @ts-expect-error\nawait startSandbox({ prot: 1 });\n`,
    );
    const types = [
      "--noEmit",
      "--strict",
      "--module",
      "nodenext",
      "--target",
      "es2023",
      "--types",
      "node",
      "--typeRoots",
      join(ROOT, "node_modules/@types"),
      "example.mts",
    ];
    await run(join(ROOT, "node_modules/.bin/tsc"), types, { cwd, env });
  },
  INSTALL_TIMEOUT_MS,
);
