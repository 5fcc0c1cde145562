import "server-only";
import type pg from "pg";
import { database } from "@/lib/db/database";
import { isLate, SCHEDULE_RETRY_MINUTES } from "@/lib/domain/reports/schedule";
import { issuerNow } from "@/lib/issuer/issuer-now";
import { inTransaction } from "@/lib/postgres/open-database";
import { REQUEST_COLUMNS, type ReportRequest } from "./requests";
import { tellAboutDelay } from "./subscriptions";

/** After a downtime the files are late already, but most arrive within minutes. */
const MIN_MINUTES_TRIED = 60;

type LateReport = ReportRequest & { isTold: boolean };

/** Scheduled files that should be here by now. One that failed for good isn't late any more. */
export async function findLateReports(db: pg.Pool): Promise<LateReport[]> {
  const { rows } = await db.query<LateReport & { lateAfterHours: number }>(
    `select r.*, s.late_after_hours as "lateAfterHours",
            exists (select from report_notices n where n.report_id = r.id and n.event = 'late') as "isTold"
     from (select ${REQUEST_COLUMNS}, created_at from report_requests where origin = 'schedule') r
     join report_schedules s on s.type = r.type
     where r.created_at <= now() - interval '${MIN_MINUTES_TRIED} minutes'
       and (r.state in ('queued', 'requested', 'link-received') or (r.state = 'failed' and r."scheduleTries" < $1))
       and not exists (
         select from report_requests other
         where other.type = r.type and other.date = r.date::date and other.state = 'captured'
       )`,
    [SCHEDULE_RETRY_MINUTES.length],
  );
  return rows.filter((request) => isLate(request, request.lateAfterHours, issuerNow()));
}

/** Tells subscribers once about each late file. */
export async function tellAboutLateReports(): Promise<void> {
  const { pool } = await database();
  const late = (await findLateReports(pool)).filter(({ isTold }) => !isTold);
  if (late.length === 0) return;
  await inTransaction(pool, async (client) => {
    for (const request of late) await tellAboutDelay(client, request);
  });
}
