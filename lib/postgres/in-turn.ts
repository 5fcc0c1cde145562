import type { Database } from "./database";

/**
 * Runs `work` while no other process on the same database runs its own with that key. The embedded engine has
 * one process and one connection: there nobody can be in the way, and holding the connection would stop the work.
 */
export async function inTurn<T>(db: Database, key: number, work: () => Promise<T>): Promise<T> {
  if (db.engine === "pglite") return work();
  const client = await db.pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [key]);
    return await work();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [key]).catch(() => undefined);
    client.release();
  }
}
