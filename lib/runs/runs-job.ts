import "server-only";
import { pool } from "@/lib/db/database";
import { countOf } from "@/lib/domain/money/numbers";
import { type Job, QUEUE_RETRIES, sendJob } from "@/lib/jobs/queue";
import { workOnRuns } from "./work-on-runs";

export const RUNS_JOB = "runs";

export const runsJob: Job<object> = {
  name: RUNS_JOB,
  title: "Bulk runs",
  purpose:
    "Changes the cards of each run that was started, one operation per card, at the pace of the setting.",
  trigger: "Every minute, and when a run is started or resumed.",
  concurrency:
    "A lease on each run, and one operation with its own ID for each card, which only one process can begin.",
  retries: QUEUE_RETRIES,
  crash:
    "Up to half a minute, until the lease expires. Then any instance goes on with the cards that are left. Outcomes that are unknown are resolved first.",
  cron: "* * * * *",
  run: workOnRuns,
  start: startRuns,
  readStatus: describeRuns,
};

/** Without waiting for the next minute. */
export async function startRuns(): Promise<void> {
  await sendJob(RUNS_JOB, {});
}

async function describeRuns(): Promise<string> {
  const { rows } = await (await pool()).query<{ running: number; paused: number }>(
    `select count(*) filter (where state = 'running')::int as running,
            count(*) filter (where state = 'paused')::int as paused
     from runs where state in ('running', 'paused')`,
  );
  const { running = 0, paused = 0 } = rows[0] ?? {};
  return `Running: ${countOf(running, "run")}. Paused: ${countOf(paused, "run")}`;
}
