import "server-only";
import { pool } from "@/lib/db/database";
import { IS_LEFT_ALONE } from "@/lib/runs/delete-old-plans";
import { deleteBatch } from "./delete-batch";
import { type Job, QUEUE_RETRIES } from "./queue";
import { applyRetention } from "./retention";

const BATCH_ROWS = 5_000;

/** Rows without business value after a while. */
const EXPIRED = {
  // The newest event is kept, so that a browser that has seen it is known to be up to date.
  events: "at < now() - interval '1 hour' and id < (select max(id) from events)",
  instance_minutes: "minute < now() - interval '2 hours'",
  throttles: "window_ends_at < now() - interval '1 hour'",
  report_readings: "recorded_at < now() - interval '1 day'",
  sessions: "created_at < now() - interval '30 days'",
  one_time_links: "expires_at < now() - interval '30 days'",
  customer_profiles: "saved_at < now() - interval '1 year'",
  mails: "created_at < now() - interval '30 days' and state not in ('waiting', 'sending')",
  // With their deliveries.
  alerts: "cleared_at < now() - interval '90 days'",
  // Whether a channel was told of an open alert decides whether it gets the all-clear.
  alert_deliveries: `finished_at < now() - interval '30 days' and not exists (
    select from alerts a where a.id = alert_deliveries.alert_id and a.cleared_at is null)`,
  issuer_drift: "last_at < now() - interval '30 days'",
  policy_reports: "last_at < now() - interval '30 days'",
  passkey_challenges: "expires_at < now()",
  recoveries: "requested_at < now() - interval '30 days'",
  // A plan that nobody started, and what depends on it. One that waits for a second person is kept until then.
  runs: `created_at < now() - interval '1 day' and ${IS_LEFT_ALONE}`,
  // Sent, but never planned, or their plan is deleted.
  issue_rows:
    "created_at < now() - interval '1 day' and not exists (select from runs where runs.id = issue_rows.run_id)",
  saved_views: "deleted_at < now() - interval '1 day'",
  departed_cards: "gone_at < now() - interval '1 year'",
} as const;

/** Deletes expired rows. The audit log is never pruned. */
export const pruneJob: Job<object> = {
  name: "prune",
  title: "Retention",
  purpose: "Deletes expired records according to the retention settings.",
  trigger: "Every 10 minutes.",
  concurrency: "Row locks: if two instances delete at the same time, each row is deleted and counted once.",
  retries: QUEUE_RETRIES,
  crash: "The current batch is rolled back, and the next run deletes it.",
  cron: "*/10 * * * *",
  async run() {
    const db = await pool();
    for (const [table, condition] of Object.entries(EXPIRED))
      while ((await deleteBatch(db, table, condition, [], BATCH_ROWS)) === BATCH_ROWS);
    // If the response was lost, the card was found only after the action could have cleared the draft.
    await db.query(
      `update drafts d set sealed = null from operations o
       where o.id = d.operation_id and o.state = 'succeeded' and d.sealed is not null`,
    );
    await applyRetention();
  },
};
