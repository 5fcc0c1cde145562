import "server-only";
import { alertsWork } from "@/lib/alerts/alerts-work";
import { approvalsJob } from "@/lib/approvals/approvals-job";
import { recordEndedFloodsJob } from "@/lib/auth/throttle-log";
import { indexSyncWork } from "@/lib/card-index/sync/index-sync";
import { refreshStaleCardsWork } from "@/lib/card-index/sync/refresh-stale-cards";
import type { BackgroundWork, RecentRuns, WorkReport } from "@/lib/domain/work-description";
import { sendMailsJob } from "@/lib/mail/send-mails";
import { instanceMinutesWork } from "@/lib/metrics/minutes/instance-minutes-work";
import { reconcileJob } from "@/lib/reconciliation/reconcile-job";
import { reportWorkJob } from "@/lib/reports/report-work-job";
import { runsJob } from "@/lib/runs/runs-job";
import { pruneJob } from "./prune";
import { type Job, readRecentRuns } from "./queue";
import { reencryptJob } from "./reencrypt-job";
import { resolveOperationsJob } from "./resolve-operations";
import { verifyAuditJob } from "./verify-audit-job";

/** Everything that runs without a request. What is not listed here is never started. */
export const BACKGROUND_WORK: readonly (BackgroundWork | Job<object>)[] = [
  indexSyncWork,
  refreshStaleCardsWork,
  reportWorkJob,
  reconcileJob,
  resolveOperationsJob,
  approvalsJob,
  runsJob,
  verifyAuditJob,
  recordEndedFloodsJob,
  sendMailsJob,
  alertsWork,
  reencryptJob,
  pruneJob,
  instanceMinutesWork,
];

export const JOBS = BACKGROUND_WORK.filter(isJob);

const NO_RECENT_RUNS: RecentRuns = { lastSuccessAt: null, lastFailureAt: null, unfinishedSince: null };

/** For people: what each piece of work is, and what is known about it now. */
export async function readBackgroundWork(): Promise<WorkReport[]> {
  const runs = await readRecentRuns();
  return Promise.all(
    BACKGROUND_WORK.map(async (work) => ({
      name: work.name,
      title: work.title,
      purpose: work.purpose,
      trigger: work.trigger,
      concurrency: work.concurrency,
      retries: work.retries,
      crash: work.crash,
      status: (await work.readStatus?.()) ?? null,
      runs: isJob(work) ? (runs.get(work.name) ?? NO_RECENT_RUNS) : null,
    })),
  );
}

function isJob(work: BackgroundWork | Job<object>): work is Job<object> {
  return "cron" in work;
}
