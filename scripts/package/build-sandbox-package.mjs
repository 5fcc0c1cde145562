import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const SOURCES = { "cardwell-sandbox": "sandbox/main.ts", index: "sandbox/start-sandbox.ts" };
const DOCUMENTATION = ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png", "LICENSE", "NOTICE"];
const PAGE = ["page.html", "page.css", "page.mjs", "icon.svg"];
const COPIED = ["package.json", "index.d.ts", "README.md"];

/**
 * Writes the files of the sandbox as an npm package of its own: the command, startSandbox, what they serve, and no dependencies.
 * @param {string} root
 * @param {string} folder replaced
 */
export async function buildSandboxPackage(root, folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "swagger-ui"), { recursive: true });
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: SOURCES,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    chunkNames: "chunk-[hash]",
    // CommonJS packages in a bundle call `require`, which modules don't have.
    banner: {
      js: 'import { createRequire as requireFor } from "node:module"; const require = requireFor(import.meta.url);',
    },
    legalComments: "linked",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
  });
  const command = join(folder, "cardwell-sandbox.mjs");
  await writeFile(command, `#!/usr/bin/env node\n${await readFile(command, "utf8")}`, { mode: 0o755 });
  const assets = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  for (const name of DOCUMENTATION) await cp(join(assets, name), join(folder, "swagger-ui", name));
  for (const name of PAGE) await cp(join(root, "sandbox/page", name), join(folder, "page", name));
  for (const name of COPIED) await cp(join(root, "sandbox/package", name), join(folder, name));
  await cp(join(root, "LICENSE"), join(folder, "LICENSE"));
}
