import "server-only";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type pg from "pg";
import { verifyChain } from "@/lib/audit/verify";
import { MIGRATIONS } from "@/lib/db/migrations";
import { requireUnmovedFolder } from "@/lib/db/moved-folder";
import {
  findUnfinishedLoad,
  finishLoad,
  listContents,
  markUnfinishedLoad,
  removeOwnLoad,
  removeUnfinishedLoad,
  requireOwnLoad,
  unfinishedFolder,
} from "@/lib/db/unfinished-load";
import type { DatabaseLocation } from "@/lib/postgres/database";
import { describeLocation } from "@/lib/postgres/describe-location";
import { lockFolder } from "@/lib/postgres/folder-lock";
import { checksumOf, migrate, withMigrationLock } from "@/lib/postgres/migrate";
import { inTransaction, inTransactionOn, noop, openDatabase } from "@/lib/postgres/open-database";
import { requireUtf8 } from "@/lib/postgres/require-utf8";
import { BackupError } from "./backup-error";
import type { Header, Source } from "./backup-format";
import { loadDatabase } from "./load-database";
import type { TableSummary } from "./summarize-rows";

const LOCK_KEY = 7_203_116;

export type Restored = {
  tables: Record<string, TableSummary>;
  /** Applied afterward, because the source is of an older version. */
  migrated: string[];
};

type Fill = (db: pg.Pool, requireOwn?: (client: pg.ClientBase) => Promise<void>) => Promise<Restored>;

/**
 * Loads a source into an empty database. A failure leaves the database empty again; after a crash, the same call first
 * removes what the crashed one left. `what` completes “an unfinished …”. `prepare` runs before a dashboard can start on it.
 */
export async function restoreDatabase(
  location: DatabaseLocation,
  source: Source,
  what: string,
  prepare: (db: pg.Pool) => Promise<void> = async () => undefined,
): Promise<Restored> {
  requireKnownMigrations(source.header);
  const fill: Fill = (db, requireOwn) => load(db, source, prepare, requireOwn);
  return "folder" in location ? restoreFolder(location.folder, fill) : restorePostgres(location, what, fill);
}

/** In a folder next to it, which gets its name when everything is in it. */
async function restoreFolder(folder: string, fill: Fill): Promise<Restored> {
  requireUnmovedFolder({ folder });
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const lock = await lockFolder(folder);
  const unfinished = unfinishedFolder(folder);
  try {
    if ((await readdir(folder).catch(() => [])).length > 0)
      throw notEmpty({ folder }, "has a database already");
    await rm(unfinished, { recursive: true, force: true });
    const db = await openDatabase({ folder: unfinished });
    const restored = await fill(db.pool).finally(() => db.close());
    await rename(unfinished, folder);
    return restored;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await lock.release();
  }
}

async function restorePostgres(location: { url: string }, what: string, fill: Fill): Promise<Restored> {
  const db = await openDatabase(location);
  try {
    await requireUtf8(db.pool, location);
    return await withLock(db.pool, async (lockHolder) => {
      // A dashboard that starts now either has its tables already, or finds the mark after it has created them.
      const id = await withMigrationLock(lockHolder, () =>
        inTransactionOn(lockHolder, async () => {
          await removeEarlierLoad(lockHolder, location, what);
          return markUnfinishedLoad(lockHolder, what);
        }),
      );
      try {
        const restored = await fill(db.pool, (client) => requireOwnLoad(client, id));
        await inTransaction(db.pool, (client) => finishLoad(client, id));
        return restored;
      } catch (error) {
        await inTransaction(db.pool, (client) => removeOwnLoad(client, id)).catch(noop);
        throw error;
      }
    });
  } finally {
    await db.close();
  }
}

async function removeEarlierLoad(
  client: pg.ClientBase,
  location: { url: string },
  what: string,
): Promise<void> {
  const earlier = await findUnfinishedLoad(client);
  if (earlier === what) return removeUnfinishedLoad(client);
  if (earlier !== null) throw notEmpty(location, `has an unfinished ${earlier}`);
  const { tables, hasQueue } = await listContents(client);
  if (tables[0]) throw notEmpty(location, `has the table ${tables[0]}`);
  if (hasQueue) throw notEmpty(location, "has the schema pgboss of a job queue");
}

function notEmpty(location: DatabaseLocation, why: string): BackupError {
  return new BackupError(
    `The database ${describeLocation(location)} is not empty: it ${why}. Nothing was changed. Use an empty database.`,
  );
}

/** Held by a connection of its own, so it ends with this process. */
async function withLock<T>(db: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await db.connect();
  client.on("error", noop);
  try {
    // It is idle for as long as the restore takes.
    await client.query("set idle_session_timeout = 0");
    const { rows } = await client.query<{ acquired: boolean }>(
      "select pg_try_advisory_lock($1) as acquired",
      [LOCK_KEY],
    );
    if (!rows[0]?.acquired)
      throw new BackupError(
        "Another restore or move into this database is running. Wait until it has ended.",
      );
    return await work(client);
  } finally {
    client.off("error", noop);
    client.release(true);
  }
}

async function load(
  db: pg.Pool,
  source: Source,
  prepare: (db: pg.Pool) => Promise<void>,
  requireOwn: (client: pg.ClientBase) => Promise<void> = async () => undefined,
): Promise<Restored> {
  const { header } = source;
  const applied = new Set(header.migrations.map(({ name }) => name));
  await migrate(
    db,
    MIGRATIONS.filter(({ name }) => applied.has(name)),
  );
  const tables = await inTransaction(db, async (client) => {
    await requireOwn(client);
    return loadDatabase(client, source);
  });
  await requireSameChain(db, header);
  const newer = MIGRATIONS.filter(({ name }) => !applied.has(name)).map(({ name }) => name);
  if (newer.length > 0) await migrate(db, MIGRATIONS);
  await prepare(db);
  await db.query("analyze");
  return { tables, migrated: newer };
}

/** A chain that was broken before is restored as it was: the backup is the evidence. */
async function requireSameChain(db: pg.Pool, { audit }: Header): Promise<void> {
  if (audit.why !== null) return;
  const chain = await verifyChain(db);
  if (!chain.isUnbroken) throw new BackupError(`The audit chain is broken. ${chain.why}`);
  if (chain.rows !== audit.seq || chain.newestHash !== audit.hash)
    throw new BackupError("The audit chain doesn’t end where it did when the backup was taken.");
}

function requireKnownMigrations({ migrations }: Header): void {
  const known = new Map(MIGRATIONS.map((migration) => [migration.name, checksumOf(migration)]));
  for (const { name, checksum } of migrations) {
    const expected = known.get(name);
    if (expected === undefined)
      throw new BackupError(
        `This backup is from a newer version of Cardwell: this one doesn’t have the migration ${name}. Restore it with that version.`,
      );
    if (checksum !== null && checksum !== expected)
      throw new BackupError(
        `This backup is from another build of Cardwell, in which the migration ${name} is different. Restore it with that build.`,
      );
  }
}
