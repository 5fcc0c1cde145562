import "server-only";
import type pg from "pg";
import type { Finding, Reader } from "@/lib/alerts/finding";
import { database } from "@/lib/db/database";
import { formatBytes } from "@/lib/domain/reports/report";
import { env } from "@/lib/env";

const NEAR_LIMIT = 0.9;

/** An embedded database grows until its disk is full, which is a condition of its own, and has one connection. */
export const databaseReader: Reader = {
  conditions: ["database-full"],
  async read() {
    const { engine, pool } = await database();
    const { databaseMaxBytes } = env();
    const findings: Finding[] = [];
    if (databaseMaxBytes !== null) {
      const { rows } = await pool.query<{ bytes: string }>(
        "select pg_database_size(current_database()) as bytes",
      );
      const bytes = Number(rows[0]?.bytes ?? 0);
      if (bytes > databaseMaxBytes * NEAR_LIMIT)
        findings.push({
          condition: "database-full",
          subject: "size",
          detail: `The database has ${formatBytes(bytes)} of ${formatBytes(databaseMaxBytes)}.`,
        });
    }
    if (engine !== "postgres") return findings;
    const { used, max } = await readConnections(pool);
    if (used > max * NEAR_LIMIT)
      findings.push({
        condition: "database-full",
        subject: "connections",
        detail: `${used} of PostgreSQL’s ${max} connections are in use.`,
      });
    return findings;
  },
};

/** Without special rights, PostgreSQL doesn't tell what kind of backend another role's is, but only clients have both IDs. */
export async function readConnections(db: pg.Pool | pg.ClientBase): Promise<{ used: number; max: number }> {
  const { rows } = await db.query<{ used: number; max: number }>(
    `select (select count(*)::int from pg_stat_activity
             where backend_type = 'client backend'
               or backend_type is null and datid is not null and usesysid is not null) as used,
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max`,
  );
  if (!rows[0]) throw new Error("PostgreSQL told no connections");
  return rows[0];
}
