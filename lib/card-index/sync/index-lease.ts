import "server-only";
import { pool } from "@/lib/db/database";

/** After this long without a renewal, another instance may take over. */
export const LEASE_SECONDS = 15;

/** Acquires or renews the lease; false while another instance holds it. */
export async function acquireLease(holder: string): Promise<boolean> {
  const db = await pool();
  const { rowCount } = await db.query(
    `update index_lease set holder = $1, ends_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
     where holder = $1 or ends_at < clock_timestamp()`,
    [holder],
  );
  return Boolean(rowCount);
}

export async function isLeaseHeld(): Promise<boolean> {
  const db = await pool();
  const { rowCount } = await db.query("select from index_lease where ends_at >= clock_timestamp()");
  return Boolean(rowCount);
}

export async function releaseLease(holder: string): Promise<void> {
  const db = await pool();
  await db.query("update index_lease set ends_at = '-infinity' where holder = $1", [holder]);
}
