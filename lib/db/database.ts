import "server-only";
import type pg from "pg";
import { env } from "@/lib/env";
import { migrate } from "@/lib/postgres/migrate";
import { type Database, openDatabase } from "@/lib/postgres/open-database";
import { MIGRATIONS } from "./migrations";

// Next loads a module once per layer; the database must be opened once per process.
const shared = globalThis as typeof globalThis & { cardwellDatabase?: Promise<Database> };

/** The dashboard's database, opened and migrated on first use. */
export function database(): Promise<Database> {
  shared.cardwellDatabase ??= open().catch((error) => {
    delete shared.cardwellDatabase;
    throw error;
  });
  return shared.cardwellDatabase;
}

export async function pool(): Promise<pg.Pool> {
  return (await database()).pool;
}

/** Puts another database in place: for tests and scripts, before the first use. */
export function setDatabase(opened: Database): void {
  shared.cardwellDatabase = Promise.resolve(opened);
}

export async function closeDatabase(): Promise<void> {
  const opened = await shared.cardwellDatabase?.catch(() => null);
  delete shared.cardwellDatabase;
  await opened?.close();
}

async function open(): Promise<Database> {
  const opened = await openDatabase(env().database);
  await migrate(opened.pool, MIGRATIONS);
  return opened;
}
