import type pg from "pg";
import { inTransaction } from "./open-database";

/** One step of a schema's history. Never edited once it has landed: add another. */
export type Migration = { name: string; sql: string };

const LOCK_KEY = 7_203_114;

/** Applies what is missing, in order, each in its own transaction; safe when several processes start at once. */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [LOCK_KEY]);
    await client.query(
      "create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())",
    );
  });
  for (const { name, sql } of migrations) {
    await inTransaction(pool, async (client) => {
      await client.query("select pg_advisory_xact_lock($1)", [LOCK_KEY]);
      const done = await client.query("select 1 from migrations where name = $1", [name]);
      if (done.rowCount) return;
      await client.query(sql);
      await client.query("insert into migrations (name) values ($1)", [name]);
    });
  }
}
