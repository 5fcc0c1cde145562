import "server-only";
import type pg from "pg";
import { markRestoredCopy } from "@/lib/db/restored-copy";
import { pauseAllRuns } from "@/lib/runs/change-state";

/**
 * Before a dashboard starts on what was restored: the one that the backup is of went on since it was taken. Returns how
 * many runs were paused.
 */
export async function beginCopy(db: pg.Pool): Promise<number> {
  const paused = await pauseAllRuns(db, "Paused because a backup was restored.");
  // It may have sent them, which only the issuer's records show.
  await db.query("update operations set state = 'unknown' where state = 'begun'");
  await markRestoredCopy(db);
  return paused;
}
