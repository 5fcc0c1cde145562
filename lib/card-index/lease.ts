import "server-only";
import { pool } from "@/lib/db/database";

/** How long a feeder that fell silent keeps the others away. */
export const LEASE_SECONDS = 15;

/** Takes or renews the right to feed; false while another dashboard has it. */
export async function acquireLease(holder: string): Promise<boolean> {
  const db = await pool();
  const { rowCount } = await db.query(
    `update index_lease set holder = $1, ends_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
     where holder = $1 or ends_at < clock_timestamp()`,
    [holder],
  );
  return Boolean(rowCount);
}

/** Lets another dashboard take over at once. */
export async function releaseLease(holder: string): Promise<void> {
  const db = await pool();
  await db.query("update index_lease set ends_at = '-infinity' where holder = $1", [holder]);
}
