import type pg from "pg";
import { inTransaction } from "@/lib/postgres/open-database";

/** Bypasses the append-only trigger, as someone with full access to the database could. */
export function tamperWithAudit(pool: pg.Pool, sql: string): Promise<void> {
  return inTransaction(pool, async (client) => {
    await client.query("alter table audit disable trigger audit_is_append_only");
    await client.query(sql);
    await client.query("alter table audit enable trigger audit_is_append_only");
  });
}
