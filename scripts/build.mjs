import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { access, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureBundled } from "./bundle.mjs";
import { compressStaticFiles } from "./compress-static-files.mjs";
import { addFiles, listFiles } from "./source-files.mjs";
import { UserError } from "./user-error.mjs";

const SOURCE_FOLDERS = ["app", "components", "lib", "public"];
const ROOT_SOURCES = /^(\.env.*|package(-lock)?\.json|tsconfig\.json|.*\.(ts|tsx|mjs|js))$/;
/** Settings differ between hosts and don't affect the build. */
const SETTINGS = /^\.env/;
const NOT_BUILT = /(\.test\.tsx?|^(next-env\.d|vitest\.config|playwright\.config)\.ts)$/;

/**
 * Builds everything for production, unless the last build has the same sources.
 * @param {string} root
 * @param {import("./process-groups.mjs").Runner} processes
 */
export async function ensureBuilt(root, processes) {
  await ensureDashboardBuilt(root, processes);
  // Afterward, because Next empties the folder.
  await ensureBundled(root);
}

/**
 * @param {string} root
 * @param {import("./process-groups.mjs").Runner} processes
 */
export async function ensureDashboardBuilt(root, processes) {
  const stamp = join(root, ".next", "sources.sha256");
  const { buildId, actionsKey } = identifyBuild(root, process.env);
  const hash = `${hashSources(root)} ${sha256(actionsKey)}`;
  if ((await isBuilt(root)) && (await readFile(stamp, "utf8").catch(() => "")) === hash) return;
  console.log("Building the dashboard…");
  await rm(stamp, { force: true });
  const code = await processes.run(
    process.execPath,
    [join(root, "node_modules/next/dist/bin/next"), "build"],
    {
      NODE_ENV: "production",
      CARDWELL_BUILD_ID: buildId,
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey,
    },
  );
  if (code !== 0) throw new UserError("Could not build the dashboard. See the Next.js output above.");
  await compressStaticFiles(join(root, ".next", "static"));
  await writeFile(stamp, hash);
}

/** @param {string} root */
function isBuilt(root) {
  return access(join(root, ".next", "BUILD_ID")).then(
    () => true,
    () => false,
  );
}

/** Next derives the IDs of actions from the key, their file, and their name. */
const ACTIONS_KEY = sha256("server actions of Cardwell", "base64");

/**
 * The same on every host for the same sources, because a page from one instance may call the actions of another. The
 * key is also the same in every version, so that this works during an upgrade. Next's defaults are random.
 * @param {string} root
 * @param {Record<string, string | undefined>} env
 */
export function identifyBuild(root, env) {
  const hash = createHash("sha256");
  const files = listSources(root).filter((file) => !SETTINGS.test(file));
  addFiles(hash, root, files);
  return {
    buildId: hash.digest("hex").slice(0, 20),
    actionsKey: env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY || ACTIONS_KEY,
  };
}

/**
 * @param {string} root
 * @returns {string} a hash over the names and contents of all files that a build reads
 */
export function hashSources(root) {
  const hash = createHash("sha256").update(process.version);
  addFiles(hash, root, listSources(root));
  return hash.digest("hex");
}

/**
 * @param {string} text
 * @param {"hex" | "base64"} [encoding]
 */
function sha256(text, encoding = "hex") {
  return createHash("sha256").update(text).digest(encoding);
}

/** @param {string} root */
function listSources(root) {
  const inRoot = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && ROOT_SOURCES.test(entry.name))
    .map((entry) => entry.name);
  const inFolders = SOURCE_FOLDERS.flatMap((folder) => listFiles(root, folder));
  return [...inRoot, ...inFolders].filter((file) => !NOT_BUILT.test(file)).sort();
}
