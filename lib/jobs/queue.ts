import "server-only";
import { setInterval } from "node:timers/promises";
import type pg from "pg";
import PgBoss from "pg-boss";
import { pool } from "@/lib/db/database";
import type { BackgroundWork, RecentRuns } from "@/lib/domain/work-description";
import { log } from "@/lib/log";
import { count, observe } from "@/lib/metrics/record";
import { processWide } from "@/lib/process-wide";

/** One query for all queues. pg-boss polls each of them, which kept an idle server busy. */
const POLL_MS = 2_000;
/** If the query fails. */
const FALLBACK_POLLING_SECONDS = 60;

/** Background work that the queue runs on a schedule. It may run twice after a crash, so it must be idempotent. */
export type Job<Data extends object> = BackgroundWork & {
  /** In UTC. Scheduled runs have no data. */
  cron: string;
  run(data: Data): Promise<void>;
};

/** The same for every job, because it is the queue that retries. */
export const QUEUE_RETRIES =
  "A failed run is retried up to three times within seconds, and the next scheduled run starts regardless.";

const slot = processWide<Promise<PgBoss>>("job-queue");
/** The workers of this process by queue, and what ends their polling. */
const workers = processWide<{ ids: ReadonlyMap<string, string>; polling: AbortController }>("job-workers");

/** Starts the queue and its workers. Several instances on one database can share it. Can be repeated if it fails. */
export async function startJobs(jobs: readonly Job<object>[]): Promise<void> {
  if (workers.current) return;
  try {
    const boss = await queue();
    for (const { name, cron } of jobs) {
      await boss.createQueue(name);
      await boss.schedule(name, cron);
    }
    const ids = new Map<string, string>();
    for (const job of jobs) ids.set(job.name, await work(boss, job));
    workers.current = { ids, polling: new AbortController() };
    void pollDueJobs(boss, workers.current.polling.signal);
  } catch (error) {
    // pg-boss ignores a failure to create its own queues, without which no schedule runs; only a new start repeats it.
    await stopJobs();
    throw error;
  }
}

function work(boss: PgBoss, job: Job<object>): Promise<string> {
  const options = { pollingIntervalSeconds: FALLBACK_POLLING_SECONDS };
  return boss.work<object>(job.name, options, async ([first]) => {
    const startedAt = performance.now();
    let outcome = "failed";
    try {
      await job.run(first?.data ?? {});
      outcome = "succeeded";
    } finally {
      count("cardwell_job_runs_total", { queue: job.name, outcome });
      observe("cardwell_job_duration_seconds", { queue: job.name }, (performance.now() - startedAt) / 1000);
    }
    log().debug({ job: job.name, durationMs: Math.round(performance.now() - startedAt) }, "Job done");
  });
}

/** Finds the jobs of other instances, delayed ones and retries too. */
async function pollDueJobs(boss: PgBoss, signal: AbortSignal): Promise<void> {
  try {
    for await (const _ of setInterval(POLL_MS, undefined, { ref: false, signal }))
      for (const name of await findDueQueues()) wakeWorker(boss, name);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function wakeWorker(boss: PgBoss, name: string): void {
  const worker = workers.current?.ids.get(name);
  if (worker) boss.notifyWorker(worker);
}

async function findDueQueues(): Promise<string[]> {
  try {
    const { rows } = await (await pool()).query<{ name: string }>(
      "select distinct name from pgboss.job where state < 'active' and start_after <= now()",
    );
    return rows.map(({ name }) => name);
  } catch (error) {
    log().error({ err: error }, "Could not look for due jobs");
    return [];
  }
}

/** Runs a job soon, at most once a minute, if this process runs jobs; otherwise its schedule does. */
export async function runSoon(name: string): Promise<void> {
  if (workers.current) await sendJob(name, {}, { singletonKey: name });
}

export async function sendJob(
  name: string,
  data: object,
  options: { afterSeconds?: number; singletonKey?: string } = {},
): Promise<void> {
  const boss = await queue();
  // Jobs for a queue that doesn't exist are dropped, and queues are only created once background work starts.
  if (!workers.current) await boss.createQueue(name);
  await boss.send(name, data, {
    startAfter: options.afterSeconds ?? 0,
    retryLimit: 3,
    retryBackoff: true,
    // Jobs with the same key within a minute are deduplicated.
    ...(options.singletonKey !== undefined && { singletonKey: options.singletonKey, singletonSeconds: 60 }),
  });
  wakeWorker(boss, name);
}

export async function stopJobs(): Promise<void> {
  workers.current?.polling.abort();
  workers.current = undefined;
  const boss = await slot.current?.catch(() => null);
  slot.current = undefined;
  await boss?.stop({ graceful: true, timeout: 5_000, close: false, wait: true });
}

export async function queueState(): Promise<{ waiting: number; active: number; failed: number }> {
  await queue();
  const db = await pool();
  const { rows } = await db.query<{ waiting: string; active: string; failed: string }>(
    `select count(*) filter (where state in ('created', 'retry')) as waiting,
            count(*) filter (where state = 'active') as active,
            count(*) filter (where state = 'failed') as failed
     from pgboss.job where name not like '\\_\\_%'`,
  );
  const [row] = rows;
  return {
    waiting: Number(row?.waiting ?? 0),
    active: Number(row?.active ?? 0),
    failed: Number(row?.failed ?? 0),
  };
}

export type QueueDepth = {
  name: string;
  waiting: number;
  active: number;
  failed: number;
  succeededAt: Date | null;
};

/** Empty until the background work of any process has created the queue. */
export async function readQueueDepths(db: pg.Pool): Promise<QueueDepth[]> {
  const { rows: tables } = await db.query("select 1 where to_regclass('pgboss.job') is not null");
  if (tables.length === 0) return [];
  const { rows } = await db.query<QueueDepth>(
    `select name, count(*) filter (where state in ('created', 'retry'))::int as waiting,
            count(*) filter (where state = 'active')::int as active,
            count(*) filter (where state = 'failed')::int as failed,
            max(completed_on) filter (where state = 'completed') as "succeededAt"
     from pgboss.job where name not like '\\_\\_%' group by name`,
  );
  return rows;
}

/** By job name. A job without runs in the last hour is missing. */
export async function readRecentRuns(): Promise<Map<string, RecentRuns>> {
  await queue();
  const db = await pool();
  const { rows } = await db.query<{
    name: string;
    succeeded_at: Date | null;
    failed_at: Date | null;
    unfinished_since: Date | null;
  }>(
    `select name, max(completed_on) filter (where state = 'completed') as succeeded_at,
            max(completed_on) filter (where state = 'failed') as failed_at,
            min(started_on) filter (where state = 'active') as unfinished_since
     from pgboss.job group by name`,
  );
  return new Map(
    rows.map(({ name, succeeded_at, failed_at, unfinished_since }) => [
      name,
      {
        lastSuccessAt: succeeded_at?.toISOString() ?? null,
        lastFailureAt: failed_at?.toISOString() ?? null,
        unfinishedSince: unfinished_since?.toISOString() ?? null,
      },
    ]),
  );
}

function queue(): Promise<PgBoss> {
  slot.current ??= open().catch((error) => {
    slot.current = undefined;
    throw error;
  });
  return slot.current;
}

/** Statements that record the end of a job. */
const RECORDS_END = /^\s*with (results as \(\s*update|deleted_jobs as)/i;

/** Creates a queue and its partition. */
const CREATES_QUEUE = /^\s*select pgboss\.create_queue\(\$1, \$2\)\s*$/i;
const CREATE_QUEUE_LOCK = 7_203_142;
/** Each waits for the rows that others have just added, and holds locks that they need, so two at once deadlock. */
const CREATE_QUEUE_ALONE = `
  with lock as materialized (select pg_advisory_xact_lock(${CREATE_QUEUE_LOCK}))
  select pgboss.create_queue($1, $2) from lock`;

/** Asks for the difference between the database's clock and ours. */
const READS_TIME = /^\s*select round\(date_part\('epoch', now\(\)\) \* 1000\) as time/i;

/**
 * pg-boss doesn't wait for the end of a job to be recorded, so a failure would be an unhandled rejection. The job runs
 * again once it expires. And it compares the database's time with the last minute of our own clock: if ours is 45
 * seconds slow, nothing on a schedule would ever run. So it sees no difference, and schedules follow our clock.
 */
async function executeSql(db: pg.Pool, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  try {
    const result = await db.query(CREATES_QUEUE.test(text) ? CREATE_QUEUE_ALONE : text, values);
    return READS_TIME.test(text) ? { rows: [{ time: Date.now() }] } : result;
  } catch (error) {
    if (!RECORDS_END.test(text)) throw error;
    log().error({ err: error }, "Could not record the end of a job");
    return { rows: [{ count: "0" }] };
  }
}

async function open(): Promise<PgBoss> {
  const db = await pool();
  const boss = new PgBoss({
    // Uses our own pool, so that it works with the embedded database too.
    db: { executeSql: (text, values) => executeSql(db, text, values) },
    archiveCompletedAfterSeconds: 3600,
    deleteAfterDays: 7,
  });
  boss.on("error", (error) => log().error({ err: error }, "Job queue error"));
  await boss.start();
  return boss;
}
