import type pg from "pg";
import { checksumOf, type Migration } from "./migrate";

/** The names of migrations by their state. */
export type MigrationState = {
  applied: string[];
  pending: string[];
  /** Their text differs from the one that was applied. */
  edited: string[];
  /** Applied by another version. */
  unknown: string[];
  /** Partly applied. */
  unfinished: string[];
};

/** Changes nothing, also in a database without migrations. */
export async function readMigrationState(
  db: pg.Pool | pg.ClientBase,
  migrations: readonly Migration[],
): Promise<MigrationState> {
  const recorded = await readRecorded(db);
  const known = new Set(migrations.map(({ name }) => name));
  const isEdited = (migration: Migration) => {
    const checksum = recorded.applied.get(migration.name);
    return typeof checksum === "string" && checksum !== checksumOf(migration);
  };
  return {
    applied: migrations.filter(({ name }) => recorded.applied.has(name)).map(({ name }) => name),
    pending: migrations.filter(({ name }) => !recorded.applied.has(name)).map(({ name }) => name),
    edited: migrations.filter(isEdited).map(({ name }) => name),
    unknown: [...recorded.applied.keys()].filter((name) => !known.has(name)),
    unfinished: recorded.unfinished,
  };
}

async function readRecorded(
  db: pg.Pool | pg.ClientBase,
): Promise<{ applied: Map<string, string | null>; unfinished: string[] }> {
  const { rowCount: hasTables } = await db.query(
    "select where to_regclass('migrations') is not null and to_regclass('migration_progress') is not null",
  );
  if (!hasTables) return { applied: new Map(), unfinished: [] };
  const { rows } = await db.query<{ name: string; checksum: string | null }>(
    "select name, checksum from migrations",
  );
  const { rows: progress } = await db.query<{ name: string }>("select name from migration_progress");
  return {
    applied: new Map(rows.map(({ name, checksum }) => [name, checksum])),
    unfinished: progress.map(({ name }) => name),
  };
}
