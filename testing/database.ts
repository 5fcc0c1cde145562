import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import type { Database, DatabaseLocation, Engine } from "@/lib/postgres/database";
import { openDatabase } from "@/lib/postgres/open-database";

/** Defines tests for one engine only; on the other they are not even reported as skipped. */
export function onlyOn(engine: Engine, define: () => void): void {
  if ((process.env.TEST_ENGINE === "postgres" ? "postgres" : "pglite") === engine) define();
}

/** An empty database on the engine under test, opened in this process. */
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
  /** The settings that point the dashboard to the database. */
  settings: Record<string, string>;
  remove(): Promise<void>;
};

/** An empty database on the engine under test, to be opened by other processes. */
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
  await runAsAdmin(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runAsAdmin(admin, `drop database ${name} with (force)`) };
}

async function runAsAdmin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Cached, because PGlite takes seconds to create an empty database but loads a snapshot quickly. */
async function emptyPglite(): Promise<Blob> {
  const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const home = join(dirname(entry), "..");
  const { version } = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
  const path = join(home, "..", "..", ".cache", "cardwell", `pglite-${version}.tar`);
  const cached = await readFile(path).catch(() => null);
  if (cached) return new Blob([cached]);

  const { PGlite } = await import("@electric-sql/pglite");
  const pglite = await PGlite.create("memory://");
  const snapshot = await pglite.dumpDataDir("none");
  await pglite.close();
  await mkdir(dirname(path), { recursive: true });
  const temporaryPath = `${path}.${randomUUID()}`;
  await writeFile(temporaryPath, Buffer.from(await snapshot.arrayBuffer()));
  await rename(temporaryPath, path);
  return snapshot;
}
