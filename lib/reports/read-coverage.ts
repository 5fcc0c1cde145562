import "server-only";
import { pool } from "@/lib/db/database";
import { type CoverageRow, coverageOf, type PeriodRequest } from "@/lib/domain/reports/coverage";
import { REPORT_TYPES, type ReportType } from "@/lib/domain/reports/report-calendar";
import { type NoticeChannel, type ReportSchedule, scheduledFrom } from "@/lib/domain/reports/schedule";
import { firstOfMonth, type IsoDate, lastOfMonth, toIsoDate } from "@/lib/domain/time/calendar";
import { env } from "@/lib/env";
import { issuerNow } from "@/lib/issuer/issuer-now";
import { listSchedules } from "./schedules";

/** The newest request of many at once, while any of its files is on its way. */
export type BatchProgress = { total: number; arrived: number; failed: number };

export type Coverage = {
  /** By the issuer's clock. */
  today: IsoDate;
  rows: CoverageRow[];
  schedules: ReportSchedule[];
};

/** `month` is any day of it. */
export async function readCoverage(month: IsoDate): Promise<Coverage> {
  const db = await pool();
  const today = toIsoDate(issuerNow());
  const schedules = await listSchedules(db);
  const { rows: requests } = await db.query<PeriodRequest>(
    `select r.id, r.type, to_char(r.date, 'YYYY-MM-DD') as date, r.state, r.origin, r.reason, f.sha256
     from report_requests r left join report_files f on f.id = r.file_id
     where r.type = any($1) and r.date between $2 and $3
     order by coalesce(f.completed_at, r.created_at), r.id`,
    [REPORT_TYPES, firstOfMonth(month), lastOfMonth(month)],
  );
  const retentionDays = env().retentionDays.reports;
  const rows = coverageOf(month, {
    today,
    requests,
    schedules: Object.fromEntries(
      schedules.map(({ type, firstDay }) => [type, scheduledFrom(firstDay, today, retentionDays)]),
    ),
  });
  return { today, rows, schedules };
}

export async function findBatchProgress(): Promise<BatchProgress | null> {
  const { rows } = await (await pool()).query<BatchProgress>(
    `select count(*)::integer as total,
            (count(*) filter (where state = 'captured'))::integer as arrived,
            (count(*) filter (where state in ('failed', 'withdrawn')))::integer as failed
     from report_requests where batch_id = (
       select batch_id from report_requests
       where batch_id is not null and state in ('queued', 'requested', 'link-received')
       order by created_at desc limit 1
     )`,
  );
  return rows[0] && rows[0].total > 0 ? rows[0] : null;
}

export async function listSubscriptions(
  personId: string,
): Promise<Partial<Record<ReportType, NoticeChannel>>> {
  const { rows } = await (await pool()).query<{ type: ReportType; channel: NoticeChannel }>(
    "select type, channel from report_subscriptions where person_id = $1",
    [personId],
  );
  return Object.fromEntries(rows.map(({ type, channel }) => [type, channel]));
}
