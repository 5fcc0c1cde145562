import "server-only";
import { pool } from "@/lib/db/database";
import { countOf } from "@/lib/domain/money/numbers";
import { SCHEDULE_RETRY_MINUTES } from "@/lib/domain/reports/schedule";
import { publish } from "@/lib/events/bus";
import { pruneRejected } from "@/lib/events/prune-rejected";
import type { Job } from "@/lib/jobs/queue";
import { DEFAULT_LIMITS, NEW_LINK_DELAYS_MS } from "./capture";
import { tellAboutLateReports } from "./late-reports";
import { findOverdueReports } from "./read-reports";
import { startReportWork, stopReportWork } from "./report-work";
import { CLAIM_SECONDS } from "./request-due-reports";
import { requestScheduledReports } from "./schedules";

/** The scheduled run requests what schedules miss, resumes the work of dead processes, and deletes rejected deliveries. */
export const reportWorkJob: Job<object> = {
  name: "report-work",
  title: "Reports and webhooks",
  purpose:
    "Matches webhook deliveries to reports, requests due and scheduled reports from the issuer, downloads their files, tells subscribers, and deletes rejected deliveries.",
  trigger: "Every minute, when a delivery or a request arrives, and when the next request is due.",
  concurrency: `A lock or lease in each row: a delivery is locked while it is matched, a request is claimed for ${CLAIM_SECONDS} seconds, a schedule is locked while its missing reports are queued, and a download renews its lease of ${DEFAULT_LIMITS.leaseMs / 1000} seconds.`,
  retries: `If the issuer can’t be reached, a request is retried for about a day. After a failed download a new link is requested, up to ${NEW_LINK_DELAYS_MS.length} times. A schedule requests a failed report again, up to ${SCHEDULE_RETRY_MINUTES.length} times.`,
  crash: `Up to ${CLAIM_SECONDS} seconds, until the row’s lease expires. Then any instance continues; a partial file is deleted and downloaded again.`,
  cron: "* * * * *",
  async run() {
    await requestScheduledReports();
    await tellAboutLateReports();
    startReportWork();
    if (await findOverdueReports()) await publish(["attention", "reports"]);
    await pruneRejected();
  },
  start: startReportWork,
  stop: stopReportWork,
  readStatus: describePending,
};

async function describePending(): Promise<string> {
  const { rows } = await (await pool()).query<{ webhooks: number; requests: number; downloads: number }>(
    `select (select count(*)::int from webhook_deliveries where verdict = 'accepted' and processed_at is null) as webhooks,
            (select count(*)::int from report_requests where state = 'queued') as requests,
            (select count(*)::int from report_captures where state in ('waiting', 'running')) as downloads`,
  );
  const { webhooks = 0, requests = 0, downloads = 0 } = rows[0] ?? {};
  return `Pending: ${countOf(webhooks, "webhook")}, ${countOf(requests, "request")}, ${countOf(downloads, "download")}`;
}
