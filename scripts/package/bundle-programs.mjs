import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const PROGRAMS = {
  server: "scripts/package/server.ts",
  tasks: "scripts/package/tasks.ts",
  "health-check": "scripts/package/health-check.ts",
};
/** Expected next to the code that starts it (lib/postgres/open-pglite.ts). */
const THREAD = { "pglite-thread": "lib/postgres/pglite-thread.mjs" };
const SHARED_BY_TASKS = "run-task.ts";

/** These load files next to their own code at run time. Next's output contains them. */
export const EXTERNAL = ["@electric-sql/pglite", "@node-rs/argon2", "pg", "pg-boss", "pino", "pino-pretty"];

/** Required by code in a string (lib/auth/password-check.ts), which Next doesn't see. */
export const REQUIRED_IN_STRINGS = [
  "@zxcvbn-ts/core",
  "@zxcvbn-ts/language-common",
  "@zxcvbn-ts/language-en",
];

/**
 * @param {string} root
 * @returns {string[]} the names of all tasks
 */
export function listTasks(root) {
  return readdirSync(join(root, "scripts/tasks"))
    .filter((file) => file.endsWith(".ts") && !file.includes(".test.") && file !== SHARED_BY_TASKS)
    .map((file) => file.slice(0, -".ts".length))
    .sort();
}

/**
 * Bundles what a package runs besides Next: server.js, tasks.js, and each task.
 * @param {string} root
 * @param {string} folder
 */
export async function bundlePrograms(root, folder) {
  /** @type {import("esbuild").BuildOptions} */
  const shared = {
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // `server-only` throws without this condition.
    conditions: ["react-server"],
    // CommonJS packages in a bundle call `require`, which modules don't have.
    banner: {
      js: 'import { createRequire as requireFor } from "node:module"; const require = requireFor(import.meta.url);',
    },
    external: EXTERNAL,
    logLevel: "warning",
  };
  const tasks = Object.fromEntries(
    listTasks(root).map((task) => [`tasks/${task}`, `scripts/tasks/${task}.ts`]),
  );
  await build({ ...shared, entryPoints: PROGRAMS, outdir: folder });
  await build({
    ...shared,
    entryPoints: { ...tasks, ...THREAD },
    outdir: join(folder, "programs"),
    outExtension: { ".js": ".mjs" },
    // Most of the code of a task is shared with all others.
    splitting: true,
  });
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(REQUIRED_IN_STRINGS.map((name) => [`${name}/index`, name])),
    outdir: join(folder, "node_modules"),
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "warning",
  });
}
