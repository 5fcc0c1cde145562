import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";

/** @typedef {{ file: string, from: string, to: string }} Patch takes a fix out of the product's code */

/**
 * Bundles the simulator with the product's code. A bundle loads nothing later on, because loading takes real time.
 * @param {string} root
 * @param {string} folder
 * @param {Patch | null} patch
 */
export async function bundleSimulator(root, folder, patch) {
  await build({
    absWorkingDir: root,
    entryPoints: { main: "simulator/main.ts", "replace-all": "simulator/edges/replace-all.ts" },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    sourcemap: "inline",
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    // `server-only` throws without this condition.
    conditions: ["react-server"],
    alias: {
      "next/headers": join(root, "simulator/edges/next-headers.ts"),
      "next/navigation": join(root, "simulator/edges/next-navigation.ts"),
      "@node-rs/argon2": join(root, "simulator/edges/argon2.ts"),
    },
    plugins: [bundleJson(), ...(patch ? [applyPatch(root, patch)] : [])],
    logLevel: "warning",
  });
}

/**
 * Node can't import JSON of a package without an attribute.
 * @returns {import("esbuild").Plugin}
 */
function bundleJson() {
  const { resolve } = createRequire(import.meta.url);
  return {
    name: "json",
    setup({ onResolve }) {
      onResolve({ filter: /^[^.].*\.json$/ }, ({ path }) => ({ path: resolve(path) }));
    },
  };
}

/**
 * @param {string} root
 * @param {Patch} patch
 * @returns {import("esbuild").Plugin}
 */
function applyPatch(root, { file, from, to }) {
  return {
    name: "known-bug",
    setup({ onLoad }) {
      const path = join(root, file);
      onLoad({ filter: /\.ts$/ }, async (args) => {
        if (args.path !== path) return undefined;
        const source = await readFile(path, "utf8");
        if (!source.includes(from)) throw new Error(`${file} has changed: adapt the patch in known-bugs.mjs`);
        return { contents: source.replace(from, () => to), loader: "ts" };
      });
    },
  };
}
