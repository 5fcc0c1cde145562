import "server-only";
import { readIndexState } from "@/lib/card-index/sync/index-state";
import { pool } from "@/lib/db/database";
import { countOf } from "@/lib/domain/money/numbers";
import { type Job, QUEUE_RETRIES, sendJob } from "@/lib/jobs/queue";
import { log } from "@/lib/log";
import { reconcile } from "./reconcile";

export const RECONCILE_JOB = "reconcile";

export const reconcileJob: Job<object> = {
  name: RECONCILE_JOB,
  title: "Reconciliation",
  purpose:
    "Reads new settlement files, and compares each day that a file or a changed transaction concerns with our records.",
  trigger: "Every minute, at startup, and when a file was downloaded.",
  concurrency: "A lease on each file that is read and on each day that is compared.",
  retries: QUEUE_RETRIES,
  crash:
    "Up to six minutes, until the lease expires. Then any instance reads the file or compares the day again.",
  cron: "* * * * *",
  run: reconcile,
  start: startReconciliation,
  readStatus: describePending,
};

/** Without waiting for the next minute. */
export async function startReconciliation(): Promise<void> {
  await sendJob(RECONCILE_JOB, {});
}

/** After work on exceptions that sign-offs may be over. If it can't be started, the next minute's run checks them. */
export async function checkSignOffsSoon(): Promise<void> {
  try {
    const { rowCount } = await (await pool()).query(
      "select from reconciliation_days where not is_checked_for_sign_offs limit 1",
    );
    if (rowCount) await startReconciliation();
  } catch (error) {
    log().warn({ err: error }, "Could not start the reconciliation");
  }
}

async function describePending(): Promise<string> {
  const { rows } = await (await pool()).query<{ days: number; unclear: number }>(
    `select (select count(*)::int from reconciliation_days d
             where exists (select from reconciliation_changes c where c.day = d.day)) as days,
            (select count(*)::int from settlement_readings where state = 'unclear') as unclear`,
  );
  const { days = 0, unclear = 0 } = rows[0] ?? {};
  const { cards, transactions } = await readIndexState();
  const wait =
    cards.isComplete && transactions.isComplete ? "" : ", until all cards and transactions are synced";
  return `Pending: ${countOf(days, "day")}${wait}. Not understood: ${countOf(unclear, "file")}`;
}
