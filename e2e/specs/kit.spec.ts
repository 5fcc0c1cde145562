import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { unpackPackage } from "@/e2e/fixtures/package";
import { expect, test } from "@/e2e/fixtures/test";
import { findChromium } from "@/scripts/chromium.mjs";
import { createKit, packKit } from "@/scripts/kit/create-kit.mjs";
import { createProcessGroups } from "@/scripts/process-groups.mjs";

// The suite of another team, in a folder of its own, with the kit from its tarball.

const ROOT = join(import.meta.dirname, "..", "..");
const TIMEOUT_MS = 600_000;

let parent: string;
let suite: string;

test.beforeAll(async () => {
  test.setTimeout(TIMEOUT_MS);
  parent = mkdtempSync(join(tmpdir(), "cardwell-suite-"));
  suite = join(parent, "suite");
  cpSync(join(ROOT, "examples/playwright"), suite, {
    recursive: true,
    filter: (path) => !path.includes("node_modules"),
  });
  const processes = createProcessGroups({ cwd: ROOT, env: () => process.env });
  const folder = join(parent, "kit", "cardwell");
  await createKit(ROOT, folder, processes);
  const tarball = await packKit(folder);
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--save-dev", tarball]);
});
test.afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** As from another team's terminal: with none of our settings, and nothing of this test run. */
async function run(command: string, args: string[], settings: Record<string, string> = {}): Promise<string> {
  const { PATH, HOME } = process.env;
  // NODE_ENV is only there for its type.
  const env: NodeJS.ProcessEnv = { PATH, HOME, NODE_ENV: "test", ...settings };
  const { stdout } = await promisify(execFile)(command, args, { cwd: suite, env }).catch((error) => {
    throw new Error(`${command} ${args.join(" ")} failed:\n${error.stdout}${error.stderr}`);
  });
  return stdout;
}

async function runSuite(args: string[], settings: Record<string, string>): Promise<string> {
  const CHROMIUM_PATH = (await findChromium()) ?? "";
  return run("npm", ["test", "--", "--reporter=list", ...args], { CHROMIUM_PATH, ...settings });
}

for (const moduleResolution of ["nodenext", "bundler"])
  test(`its types are complete with the module resolution ${moduleResolution}`, {
    tag: "@full",
  }, async () => {
    const module = moduleResolution === "bundler" ? "esnext" : "nodenext";
    await run("npm", ["run", "types", "--", "--module", module, "--moduleResolution", moduleResolution]);
  });

test("it passes against a dashboard that is running", { tag: "@full" }, async ({ world }) => {
  test.setTimeout(TIMEOUT_MS);
  const output = await runSuite([], {
    DASHBOARD_URL: world.dashboardUrl ?? "",
    SANDBOX_URL: world.sandboxUrl,
    SANDBOX_API_KEY: world.apiKey,
  });
  expect(output).toMatch(/\b14 passed/);
});

test("each worker has a dashboard of its own from a package, in a world of its own", {
  tag: "@full",
}, async ({ world }) => {
  test.setTimeout(TIMEOUT_MS);
  const { folder, remove } = await unpackPackage();
  try {
    const output = await runSuite(["--workers=2", "cards", "empty-program"], {
      DASHBOARD_URL: "http://localhost:1",
      SANDBOX_URL: world.sandboxUrl,
      CARDWELL_FOLDER: folder,
    });
    expect(output).toMatch(/\b5 passed/);
  } finally {
    remove();
  }
});
