import "server-only";
import type pg from "pg";
import { CLAIM_SECONDS } from "./resolution-times";

/**
 * What a process holds, by the column that says until when or since when, and how that ends. The embedded database has
 * only one process, so before its first request every holder is dead.
 */
export const LEASES = {
  "alert_deliveries.claimed_at":
    "update alert_deliveries set claimed_at = '-infinity' where state = 'sending'",
  "index_lease.ends_at": "update index_lease set ends_at = '-infinity'",
  "mails.claimed_at": "update mails set claimed_at = '-infinity' where state = 'sending'",
  // A claim of an unknown operation looks like the pause before its next check, which may come early once.
  "operations.next_attempt_at": `update operations set next_attempt_at = now()
    where state = 'begun' or (state = 'unknown' and next_attempt_at < now() + interval '${CLAIM_SECONDS} seconds')`,
  "reconciliation_days.lease_until":
    "update reconciliation_days set holder = null, lease_until = null where holder is not null",
  "report_captures.lease_until":
    "update report_captures set lease_until = '-infinity' where state = 'running'",
  "report_requests.asking_until":
    "update report_requests set asking_until = null where asking_until is not null",
  "runs.lease_until": "update runs set holder = null, lease_until = null where holder is not null",
  // Without a holder it is a pause.
  "settlement_readings.lease_until":
    "update settlement_readings set holder = null, lease_until = '-infinity' where holder is not null",
} as const;

export async function releaseLeases(pool: pg.Pool): Promise<void> {
  for (const release of Object.values(LEASES)) await pool.query(release);
}
