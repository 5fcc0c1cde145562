import type { Database } from "./database";

/**
 * Runs `work` under a PostgreSQL advisory lock. The embedded engine needs none: it has one process and one connection,
 * and holding that connection would block the work.
 */
export async function withAdvisoryLock<T>(db: Database, key: number, work: () => Promise<T>): Promise<T> {
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
