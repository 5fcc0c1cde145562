import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import type { Database, DatabaseLocation, Engine } from "@/lib/postgres/database";
import { type Migration, migrate } from "@/lib/postgres/migrate";
import { openDatabase } from "@/lib/postgres/open-database";
import { cachedSnapshot, dumpAndClose, emptyPglite } from "./pglite-snapshots";

/** The tables of one program. */
export type Schema = { name: "dashboard" | "sandbox"; migrations: readonly Migration[] };

/** Defines tests for one engine only; on the other they are not even reported as skipped. */
export function onlyOn(engine: Engine, define: () => void): void {
  if ((process.env.TEST_ENGINE === "postgres" ? "postgres" : "pglite") === engine) define();
}

/** A database on the engine under test, opened in this process: empty, or with the tables of a program. */
export async function openTestDatabase(schema?: Schema): Promise<Database> {
  if (process.env.TEST_ENGINE !== "postgres") {
    const snapshot = schema ? await migratedPglite(schema) : await emptyPglite();
    return openDatabase({ folder: "memory://" }, { snapshot });
  }
  const { url, drop } = await createPostgresDatabase(schema);
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

/** As `createdb` makes one on a server whose locale is C. */
export const WITHOUT_ENCODING = "template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'";

export async function createPostgresDatabase(
  schema?: Schema,
  options = "",
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const template = schema && (await ensureTemplate(schema));
  await asAdmin((client) =>
    client.query(`create database ${name} ${template ? `template ${template}` : options}`),
  );
  return {
    url: databaseUrl(name),
    drop: () => asAdmin((client) => client.query(`drop database ${name} with (force)`)).then(() => undefined),
  };
}

/** A database that is copied, because a copy is faster than the migrations. */
function ensureTemplate({ name, migrations }: Schema): Promise<string> {
  const template = `template_${name}`;
  return asAdmin(async (client) => {
    // Released when the connection ends.
    await client.query("select pg_advisory_lock(hashtext($1))", [template]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [template]);
    if (rowCount) return template;
    const unfinished = `${template}_${randomUUID().replaceAll("-", "")}`;
    await client.query(`create database ${unfinished}`);
    const database = await openDatabase({ url: databaseUrl(unfinished) });
    await migrate(database.pool, migrations);
    await database.close();
    await client.query(`alter database ${unfinished} rename to ${template}`);
    return template;
  });
}

function databaseUrl(name: string): string {
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return url.href;
}

async function asAdmin<T>(run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** Cached for this test run only, because migrations write the current time into some rows. */
async function migratedPglite({ name, migrations }: Schema): Promise<Blob> {
  return cachedSnapshot(join(inject("snapshotFolder"), `${name}.tar`), async () => {
    const [{ PGlite }, { pg_trgm }] = await Promise.all([
      import("@electric-sql/pglite"),
      import("@electric-sql/pglite/contrib/pg_trgm"),
    ]);
    const folder = await mkdtemp(join(tmpdir(), "cardwell-snapshot-"));
    try {
      const database = await openDatabase({ folder }, { snapshot: await emptyPglite() });
      await migrate(database.pool, migrations);
      await database.close();
      return await dumpAndClose(await PGlite.create(folder, { extensions: { pg_trgm } }));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
