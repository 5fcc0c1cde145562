import "server-only";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { DatabaseLocation } from "@/lib/postgres/database";

/** Exists while a backup or another database is loaded into this one. Its row says which. */
export const UNFINISHED_TABLE = "unfinished_load";

/** The database is only partly restored. The message is one sentence. */
export class UnfinishedLoadError extends Error {
  override name = "UnfinishedLoadError";
}

/** Throws if a restore or move into this database was interrupted or is running. */
export async function requireFinishedLoad(db: pg.Pool): Promise<void> {
  const what = await findUnfinishedLoad(db);
  if (what !== null) throw unfinished(what);
}

/** The same for an embedded database, before opening it would create an empty one in the place of the restored one. */
export function requireFinishedFolder(location: DatabaseLocation): void {
  if (isUnfinishedFolder(location)) throw unfinished("restore");
}

export function isUnfinishedFolder(location: DatabaseLocation): boolean {
  if (!("folder" in location)) return false;
  const { folder } = location;
  return existsSync(unfinishedFolder(folder)) && !existsSync(join(folder, "PG_VERSION"));
}

/** Where an embedded database is restored, until it is complete. */
export function unfinishedFolder(folder: string): string {
  return `${folder}.unfinished`;
}

function unfinished(what: string): UnfinishedLoadError {
  return new UnfinishedLoadError(
    `This database has an unfinished ${what}. Wait for it if it is running, or run the same command again.`,
  );
}

export async function findUnfinishedLoad(db: pg.Pool | pg.ClientBase): Promise<string | null> {
  const { rowCount } = await db.query("select where to_regclass($1) is not null", [UNFINISHED_TABLE]);
  if (!rowCount) return null;
  const { rows } = await db.query<{ what: string }>(`select what from ${UNFINISHED_TABLE}`);
  return rows[0]?.what ?? "restore";
}

/** Returns the load's ID: only this load may go on with it, finish it, or remove it. */
export async function markUnfinishedLoad(client: pg.ClientBase, what: string): Promise<string> {
  const id = randomUUID();
  await client.query(
    `create table ${UNFINISHED_TABLE} (id uuid not null, what text not null, started_at timestamptz not null default now())`,
  );
  await client.query(`insert into ${UNFINISHED_TABLE} (id, what) values ($1, $2)`, [id, what]);
  return id;
}

/** Throws if another load has replaced this one. None can do so until the caller's transaction ends. */
export async function requireOwnLoad(client: pg.ClientBase, id: string): Promise<void> {
  if (!(await isOwnLoad(client, id)))
    throw new UnfinishedLoadError("Another restore or move into this database has begun in the meantime.");
}

export async function finishLoad(client: pg.ClientBase, id: string): Promise<void> {
  await requireOwnLoad(client, id);
  await client.query(`drop table ${UNFINISHED_TABLE}`);
}

/** Changes nothing if the load was finished or replaced, although the caller may not have heard of it. */
export async function removeOwnLoad(client: pg.ClientBase, id: string): Promise<void> {
  if (await isOwnLoad(client, id)) await removeUnfinishedLoad(client);
}

async function isOwnLoad(client: pg.ClientBase, id: string): Promise<boolean> {
  if ((await findUnfinishedLoad(client)) === null) return false;
  await client.query(`lock table ${UNFINISHED_TABLE} in share row exclusive mode`);
  const { rowCount } = await client.query(`select from ${UNFINISHED_TABLE} where id = $1`, [id]);
  return Boolean(rowCount);
}

/** Tables and functions in the database's own schema, and whether the job queue has tables. */
export async function listContents(
  db: pg.Pool | pg.ClientBase,
): Promise<{ tables: string[]; functions: string[]; hasQueue: boolean }> {
  const notFromExtension =
    "not exists (select from pg_depend d where d.classid = o.tableoid and d.objid = o.oid and d.deptype = 'e')";
  const { rows: tables } = await db.query<{ name: string }>(
    `select o.relname as name from pg_class o
     where o.relnamespace = current_schema()::regnamespace and o.relkind in ('r', 'p', 'v', 'm', 'f') and ${notFromExtension}
     order by o.relname`,
  );
  const { rows: functions } = await db.query<{ signature: string }>(
    `select o.oid::regprocedure::text as signature from pg_proc o
     where o.pronamespace = current_schema()::regnamespace and ${notFromExtension}`,
  );
  const { rowCount: queue } = await db.query("select from pg_namespace where nspname = 'pgboss'");
  return {
    tables: tables.map(({ name }) => name),
    functions: functions.map(({ signature }) => signature),
    hasQueue: Boolean(queue),
  };
}

/** Removes everything from a database that was empty when the unfinished load began. */
export async function removeUnfinishedLoad(client: pg.ClientBase): Promise<void> {
  const { tables, functions } = await listContents(client);
  for (const name of tables) await client.query(`drop table if exists ${pg.escapeIdentifier(name)} cascade`);
  for (const signature of functions) await client.query(`drop function if exists ${signature} cascade`);
}
