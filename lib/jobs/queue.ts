import "server-only";
import PgBoss from "pg-boss";
import { pool } from "@/lib/db/database";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

const POLLING_SECONDS = 0.5;

/** A background job. It may run twice after a crash, so it must be idempotent. */
export type Job<Data extends object> = {
  name: string;
  /** Also runs on this schedule (UTC), without data. */
  cron?: string;
  run(data: Data): Promise<void>;
};

const slot = processWide<Promise<PgBoss>>("job-queue");

/** Starts the queue and its workers. Several instances on one database can share it. */
export async function startJobs(jobs: readonly Job<object>[]): Promise<void> {
  const boss = await queue();
  for (const job of jobs) {
    await boss.createQueue(job.name);
    await boss.work<object>(job.name, { pollingIntervalSeconds: POLLING_SECONDS }, async ([first]) => {
      const startedAt = performance.now();
      await job.run(first?.data ?? {});
      log().debug({ job: job.name, durationMs: Math.round(performance.now() - startedAt) }, "Job done");
    });
    if (job.cron) await boss.schedule(job.name, job.cron);
  }
}

export async function sendJob(
  name: string,
  data: object,
  options: { afterSeconds?: number; singletonKey?: string } = {},
): Promise<void> {
  const boss = await queue();
  await boss.send(name, data, {
    startAfter: options.afterSeconds ?? 0,
    retryLimit: 3,
    retryBackoff: true,
    // Jobs with the same key within a minute are deduplicated.
    ...(options.singletonKey !== undefined && { singletonKey: options.singletonKey, singletonSeconds: 60 }),
  });
}

export async function stopJobs(): Promise<void> {
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

function queue(): Promise<PgBoss> {
  slot.current ??= open().catch((error) => {
    slot.current = undefined;
    throw error;
  });
  return slot.current;
}

async function open(): Promise<PgBoss> {
  const db = await pool();
  const boss = new PgBoss({
    // Uses our own pool, so that it works with the embedded database too.
    db: { executeSql: (text, values) => db.query(text, values) },
    archiveCompletedAfterSeconds: 3600,
    deleteAfterDays: 7,
  });
  boss.on("error", (error) => log().error({ err: error }, "Job queue error"));
  await boss.start();
  return boss;
}
