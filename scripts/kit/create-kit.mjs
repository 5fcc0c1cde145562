import { execFile } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

const ENTRY = "e2e/kit/index";
const PEER = "@playwright/test";
/** At the end of an import or export, or inside a type; not in a comment. */
const SPECIFIER = /^((?:import|export) [^"\n]*\bfrom |[^*\n]*\bimport\()"([^"]+)"/gm;

/**
 * Makes the npm package `cardwell` with its one export `cardwell/e2e`.
 * @param {string} root
 * @param {string} folder is replaced
 * @param {import("../process-groups.mjs").ProcessGroups} processes
 */
export async function createKit(root, folder, processes) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await bundleCode(root, folder);
  await writeTypes(root, folder, processes);
  await cp(join(root, "docs/testing-with-cardwell.md"), join(folder, "README.md"));
  await cp(join(root, "LICENSE"), join(folder, "LICENSE"));
  await writeFile(join(folder, "package.json"), `${JSON.stringify(await manifest(root), null, 2)}\n`);
}

/** @param {string} root */
async function manifest(root) {
  const { name, version, license, engines } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return {
    name,
    version,
    description: "Page objects and fixtures for Playwright suites that test Cardwell.",
    license,
    type: "module",
    engines,
    exports: { "./e2e": { types: `./types/${ENTRY}.d.ts`, default: "./e2e.js" } },
    peerDependencies: { [PEER]: ">=1.50.0" },
  };
}

/**
 * @param {string} root
 * @param {string} folder
 */
async function bundleCode(root, folder) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { e2e: `${ENTRY}.ts` },
    outdir: folder,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: [PEER],
    metafile: true,
    logLevel: "warning",
  });
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  const foreign = imported.filter((path) => !builtinModules.includes(path.replace(/^node:/, "")));
  if (foreign.length > 0)
    throw new Error(`The kit imports ${foreign.join(", ")} at run time: import only its types.`);
}

/**
 * Declarations of the entry and of the files that it needs, with imports that work in any project.
 * @param {string} root
 * @param {string} folder
 * @param {import("../process-groups.mjs").ProcessGroups} processes
 */
async function writeTypes(root, folder, processes) {
  const all = join(folder, "all-types");
  const tsc = join(root, "node_modules/.bin/tsc");
  const code = await processes.run(tsc, ["-p", join(root, "scripts/kit/tsconfig.json"), "--outDir", all]);
  if (code !== 0) throw new Error("The types of the kit have errors.");
  const waiting = [ENTRY];
  for (const file of waiting) {
    const text = await readFile(join(all, `${file}.d.ts`), "utf8");
    const rewritten = text.replace(SPECIFIER, (_, before, specifier) => {
      if (specifier === PEER) return `${before}"${specifier}"`;
      const target = resolveOwn(file, specifier);
      if (!waiting.includes(target)) waiting.push(target);
      return `${before}"${relativeSpecifier(file, target)}"`;
    });
    const path = join(folder, "types", `${file}.d.ts`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, rewritten);
  }
  await rm(all, { recursive: true });
}

/**
 * @param {string} file
 * @param {string} specifier
 * @returns {string} the path of our own file, from the root and without its extension
 */
function resolveOwn(file, specifier) {
  if (specifier.startsWith("@/")) return specifier.slice("@/".length);
  if (specifier.startsWith(".")) return relative("/", resolve("/", dirname(file), specifier));
  throw new Error(`The types of the kit need ${specifier} (${file}.ts): write the type out.`);
}

/**
 * @param {string} from
 * @param {string} to
 */
function relativeSpecifier(from, to) {
  const path = `${relative(dirname(from), to)}.js`;
  return path.startsWith(".") ? path : `./${path}`;
}

/**
 * @param {string} folder
 * @returns {Promise<string>} the path of the tarball, next to the folder
 */
export async function packKit(folder) {
  const parent = dirname(folder);
  const { stdout } = await promisify(execFile)("npm", ["pack", folder, "--silent"], { cwd: parent });
  return join(parent, stdout.trim());
}
