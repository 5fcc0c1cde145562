import "server-only";
import { pool } from "@/lib/db/database";
import { env } from "@/lib/env";
import { inTransaction } from "@/lib/postgres/open-database";
import { WRITE_LOCK_KEY } from "./index-write";
import { keepDeparted } from "./remove-missing";

/**
 * Forgets all cards and transactions, because the sandbox has replaced its data. The sync then fills the index as it
 * does at the first start, so the old and the new data are never counted together.
 */
export async function restartIndex(): Promise<void> {
  if (env().mode !== "sandbox") throw new Error("Only the sandbox replaces its data");
  await inTransaction(await pool(), async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [WRITE_LOCK_KEY]);
    await keepDeparted(client, "true", []);
    await client.query("delete from indexed_cards");
    await client.query("delete from indexed_transactions");
    await client.query(
      `update index_feeds set walk = walk + 1, walk_page = 1, walk_begun_at = null, filled_at = null, total = null,
         settled_difference = null, unread_walk = null, missing = 0, missing_since = null, version = version + 1`,
    );
  });
}
