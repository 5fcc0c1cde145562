import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import type { Database, DatabaseLocation, Engine } from "@/lib/postgres/database";
import { openDatabase } from "@/lib/postgres/open-database";

/** Tests of what one engine alone does. On the other they do not exist, which is not the same as skipped. */
export function onlyOn(engine: Engine, define: () => void): void {
  if ((process.env.TEST_ENGINE === "postgres" ? "postgres" : "pglite") === engine) define();
}

/** An empty database of the engine under test, for one test file. */
export async function openTestDatabase(): Promise<Database> {
  if (process.env.TEST_ENGINE !== "postgres") {
    return openDatabase({ folder: "memory://" }, { snapshot: await emptyPglite() });
  }
  const { url, drop } = await createPostgresDatabase();
  const database = await openDatabase({ url });
  const close = async () => {
    await database.close();
    await drop();
  };
  return { ...database, close };
}

export type TestLocation = {
  database: DatabaseLocation;
  /** What leads the dashboard to it. */
  settings: Record<string, string>;
  remove(): Promise<void>;
};

/** An empty database of the engine under test, for processes of their own. */
export async function makeTestLocation(): Promise<TestLocation> {
  if (process.env.TEST_ENGINE === "postgres") {
    const { url, drop } = await createPostgresDatabase();
    return { database: { url }, settings: { DATABASE_URL: url }, remove: drop };
  }
  const dataDir = await mkdtemp(join(tmpdir(), "cardwell-location-"));
  const database = { folder: join(dataDir, "dashboard") };
  await (await openDatabase(database, { snapshot: await emptyPglite() })).close();
  return {
    database,
    settings: { DATA_DIR: dataDir },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

async function createPostgresDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = inject("postgresUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(admin, `drop database ${name} with (force)`) };
}

async function asAdmin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** PGlite takes seconds to make an empty database, and a fraction of one to load it: it is made once. */
async function emptyPglite(): Promise<Blob> {
  const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const home = join(dirname(entry), "..");
  const { version } = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
  const path = join(home, "..", "..", ".cache", "cardwell", `pglite-${version}.tar`);
  const kept = await readFile(path).catch(() => null);
  if (kept) return new Blob([kept]);

  const { PGlite } = await import("@electric-sql/pglite");
  const pglite = await PGlite.create("memory://");
  const snapshot = await pglite.dumpDataDir("none");
  await pglite.close();
  await mkdir(dirname(path), { recursive: true });
  const whole = `${path}.${randomUUID()}`;
  await writeFile(whole, Buffer.from(await snapshot.arrayBuffer()));
  await rename(whole, path);
  return snapshot;
}
