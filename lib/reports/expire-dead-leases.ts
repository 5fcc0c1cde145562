import "server-only";
import { database } from "@/lib/db/database";

/** The embedded database has only one process, so before the first request every lease belongs to a dead one. */
export async function expireDeadLeases(): Promise<void> {
  const { engine, pool } = await database();
  if (engine !== "pglite") return;
  await pool.query("update report_captures set lease_until = '-infinity' where state = 'running'");
  await pool.query("update report_requests set asking_until = null where asking_until is not null");
}
