import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { database } from "@/lib/db/database";
import { env, type RetainedData } from "@/lib/env";
import { publish } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { IS_LEFT_ALONE } from "@/lib/runs/delete-old-plans";
import { deleteBatch } from "./delete-batch";

/** Rejected deliveries are pruned separately, in lib/events/prune-rejected.ts. */
type Rule = Exclude<RetainedData, "rejectedDeliveries">;

type Counts = Record<Rule, number>;

const BATCH_ROWS = 1_000;
/** Smaller, because each report's file has thousands of chunks. */
const BATCH_REPORTS = 20;

/** Deletes data that is older than its retention setting. Each batch is one transaction with an audit entry. */
export async function applyRetention(): Promise<void> {
  const { pool } = await database();
  let hasMore = true;
  while (hasMore) {
    const counts = await inTransaction(pool, deleteExpired);
    if (Object.values(counts).some((count) => count > 0)) await publish(["audit"]);
    hasMore = counts.reports >= BATCH_REPORTS || Object.values(counts).some((count) => count >= BATCH_ROWS);
  }
}

async function deleteExpired(client: pg.PoolClient): Promise<Counts> {
  const { retentionDays } = env();
  const counts = {
    operations: await ifLimited(retentionDays.operations, (days) => deleteOperations(client, days)),
    deliveries: await ifLimited(retentionDays.deliveries, (days) => deleteDeliveries(client, days)),
    drafts: await ifLimited(retentionDays.drafts, (days) => deleteOlder(client, "drafts", "saved_at", days)),
    bulkRows: await ifLimited(retentionDays.bulkRows, (days) => clearIssueRows(client, days)),
    notifications: await ifLimited(retentionDays.notifications, (days) =>
      deleteOlder(client, "notifications", "created_at", days),
    ),
    notes: await ifLimited(retentionDays.notes, (days) => deleteOlder(client, "notes", "created_at", days)),
    reports: await ifLimited(retentionDays.reports, (days) => deleteReports(client, days)),
  };
  const deleted = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  if (Object.keys(deleted).length > 0)
    await appendAudit(client, {
      phase: "event",
      action: "retention.delete",
      outcome: "succeeded",
      before: deleted,
      message: "Deleted under the retention settings.",
    });
  return counts;
}

async function ifLimited(days: number, deleteRows: (days: number) => Promise<number>): Promise<number> {
  return days > 0 ? deleteRows(days) : 0;
}

function deleteOlder(client: pg.PoolClient, table: string, column: string, days: number): Promise<number> {
  return deleteBatch(client, table, `${column} < now() - make_interval(days => $1)`, [days], BATCH_ROWS);
}

/**
 * Operations newer than the oldest open one are kept, because settling it must rule out cards that others created. An
 * operation with a draft is kept too, because it shows whether the draft was sent, and so is one whose outcome a bulk
 * run doesn't know yet.
 */
function deleteOperations(client: pg.PoolClient, days: number): Promise<number> {
  return deleteBatch(
    client,
    "operations",
    `state in ('succeeded', 'failed') and finished_at < now() - make_interval(days => $1)
     and begun_at < (
       select coalesce(min(open.begun_at), now()) - interval '2 days' from operations open
       where open.state in ('begun', 'unknown')
     )
     and not exists (select from drafts where drafts.operation_id = operations.id)
     and not exists (select from run_items i where i.operation_id = operations.id and i.state = 'sent')`,
    [days],
    BATCH_ROWS,
  );
}

/**
 * What is left of a row is its number and its result. A run that nobody resumes is over, too, but not one that waits for
 * a second person, nor one that has only just been started.
 */
async function clearIssueRows(client: pg.PoolClient, days: number): Promise<number> {
  // The version before starts a plan without deleting its warnings.
  await client.query("update runs set warnings = null where warnings is not null and state <> 'planned'");
  const { rowCount } = await client.query(
    `update issue_rows set sealed = null where (run_id, position) in (
       select i.run_id, i.position from issue_rows i join runs on runs.id = i.run_id
       where i.sealed is not null and (started_at is not null or ${IS_LEFT_ALONE})
         and coalesce(runs.finished_at, worked_at, started_at, runs.created_at) < now() - make_interval(days => $1)
       limit ${BATCH_ROWS}
     )`,
    [days],
  );
  return rowCount ?? 0;
}

/** The delivery with a report's link is kept as long as the report. */
function deleteDeliveries(client: pg.PoolClient, days: number): Promise<number> {
  return deleteBatch(
    client,
    "webhook_deliveries",
    `verdict = 'accepted' and processed_at is not null and received_at < now() - make_interval(days => $1)
     and not exists (select from report_captures where report_captures.delivery_id = webhook_deliveries.id)`,
    [days],
    BATCH_ROWS,
  );
}

/** Deletes finished reports with all their data. */
async function deleteReports(client: pg.PoolClient, days: number): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `select id from report_requests r
     where state in ('captured', 'failed', 'withdrawn') and state_since < now() - make_interval(days => $1)
       and not exists (select from report_captures c where c.request_id = r.id and c.state in ('waiting', 'running'))
     order by state_since limit ${BATCH_REPORTS} for update`,
    [days],
  );
  const ids = [rows.map(({ id }) => id)];
  if (rows.length === 0) return 0;
  await client.query("update webhook_deliveries set request_id = null where request_id = any($1)", ids);
  await client.query(
    "delete from report_downloads where file_id in (select id from report_files where request_id = any($1))",
    ids,
  );
  for (const table of ["report_files", "report_captures", "report_asks", "report_history"])
    await client.query(`delete from ${table} where request_id = any($1)`, ids);
  await client.query("delete from report_requests where id = any($1)", ids);
  return rows.length;
}
