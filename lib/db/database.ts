import "server-only";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import type { Database } from "@/lib/postgres/database";
import { describeLocation } from "@/lib/postgres/describe-location";
import { migrate } from "@/lib/postgres/migrate";
import { openDatabase } from "@/lib/postgres/open-database";
import { requireUtf8 } from "@/lib/postgres/require-utf8";
import { processWide } from "@/lib/process-wide";
import { identityOf, requireOwnDatabase } from "./issuer-identity";
import { MIGRATIONS } from "./migrations";
import { requireUnmovedFolder } from "./moved-folder";
import { requireFinishedFolder, requireFinishedLoad } from "./unfinished-load";

/** Far longer than any query of the dashboard; migrations have no limit. */
const QUERY_TIMEOUT_MS = 60_000;

const slot = processWide<Promise<Database>>("database");

/** The dashboard's database, opened and migrated on first use. */
export function database(): Promise<Database> {
  slot.current ??= open().catch((error) => {
    slot.current = undefined;
    throw error;
  });
  return slot.current;
}

export async function pool(): Promise<pg.Pool> {
  return (await database()).pool;
}

/** Replaces the database. Only for tests and scripts, before the first use. */
export function setDatabase(opened: Database): void {
  slot.current = Promise.resolve(opened);
}

export async function closeDatabase(): Promise<void> {
  const opened = await slot.current?.catch(() => null);
  slot.current = undefined;
  await opened?.close();
}

/** The configured database doesn't exist or is not of this version. The message is one sentence. */
export class NoDashboardDatabaseError extends Error {
  override name = "NoDashboardDatabaseError";
}

/** Opens the database only if this version of the dashboard has set it up. Creates and changes nothing. */
export async function openExistingDatabase(): Promise<Database> {
  const location = env().database;
  const description = describeLocation(location);
  requireUnmovedFolder(location);
  if ("folder" in location && !existsSync(join(location.folder, "PG_VERSION")))
    throw new NoDashboardDatabaseError(
      `No database found in ${description}. Check DATA_DIR and DATABASE_URL.`,
    );
  const opened = await openDatabase(location);
  setDatabase(opened);
  await requireFinishedLoad(opened.pool);
  const missing = await firstMissingMigration(opened.pool);
  if (missing === MIGRATIONS[0]?.name)
    throw new NoDashboardDatabaseError(`The database ${description} was not set up by Cardwell.`);
  if (missing)
    throw new NoDashboardDatabaseError(
      `The database ${description} is from an older version. Start this version of Cardwell once to migrate it.`,
    );
  return opened;
}

async function firstMissingMigration(db: pg.Pool): Promise<string | undefined> {
  const { rows: tables } = await db.query("select 1 where to_regclass('migrations') is not null");
  if (tables.length === 0) return MIGRATIONS[0]?.name;
  const { rows } = await db.query<{ name: string }>("select name from migrations");
  const applied = new Set(rows.map(({ name }) => name));
  return MIGRATIONS.find(({ name }) => !applied.has(name))?.name;
}

async function open(): Promise<Database> {
  requireUnmovedFolder(env().database);
  requireFinishedFolder(env().database);
  const opened = await openDatabase(env().database, {
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    onStop: exitWithoutDatabase,
  });
  try {
    // A move may have ended before the folder could be opened.
    requireUnmovedFolder(env().database);
    await requireFinishedLoad(opened.pool);
    // Checked before migrating, so that starting on the wrong database changes nothing in it.
    await requireOwnDatabase(opened.pool, identityOf(env()));
    if ((await firstMissingMigration(opened.pool)) === MIGRATIONS[0]?.name)
      await requireUtf8(opened.pool, env().database);
    await migrate(opened.pool, MIGRATIONS);
    // A restore into the empty database may have begun before its tables were created.
    await requireFinishedLoad(opened.pool);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Every request would fail until a restart, so the process ends and can be restarted. */
function exitWithoutDatabase(cause: unknown): never {
  log().fatal({ err: cause }, "The embedded database has stopped unexpectedly");
  process.exit(1);
}
