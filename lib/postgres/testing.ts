import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { type Database, type Engine, openDatabase } from "./open-database";

/** Tests of what one engine alone does. On the other they do not exist, which is not the same as skipped. */
export function onlyOn(engine: Engine, define: () => void): void {
  if ((process.env.TEST_ENGINE === "postgres" ? "postgres" : "pglite") === engine) define();
}

/** An empty database of the engine under test, for one test file. */
export async function openTestDatabase(): Promise<Database> {
  if (process.env.TEST_ENGINE !== "postgres") {
    return openDatabase({ folder: "memory://" }, { snapshot: await emptyPglite() });
  }
  const admin = inject("postgresUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href });
  const close = async () => {
    await database.close();
    await asAdmin(admin, `drop database ${name} with (force)`);
  };
  return { ...database, close };
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
