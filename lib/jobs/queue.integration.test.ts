import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { pruneJob } from "./prune";
import { type Job, queueState, sendJob, startJobs, stopJobs } from "./queue";
import { reencryptJob } from "./reencrypt-job";

/** A schedule on which nothing runs during the test. */
const cron = "0 0 29 2 *";

let db: Database & { close(): Promise<void> };
/** How often each queue was asked for its next job, and all of them together for due ones. */
let fetches: string[] = [];
/** Queries that fail. */
let failing: RegExp | null = null;
let rejected = 0;
/** How far the database's clock is ahead of this process's. */
let databaseAheadMs = 0;

beforeAll(async () => {
  db = await openTestDashboard();
  const query = db.pool.query.bind(db.pool) as (text: string, values?: unknown[]) => Promise<unknown>;
  db.pool.query = ((text: string, values?: unknown[]) => {
    if (failing?.test(text)) {
      rejected += 1;
      return Promise.reject(new Error("out of order"));
    }
    if (text.startsWith("SELECT round(date_part('epoch', now())"))
      return Promise.resolve({ rows: [{ time: Date.now() + databaseAheadMs }] });
    if (/skip locked/i.test(text)) fetches.push(String(values?.[0]));
    if (text.includes("distinct name")) fetches.push("all");
    return query(text, values);
  }) as typeof db.pool.query;
});
afterEach(stopJobs);
afterAll(() => db.close());

const countFetches = (queue: string) => fetches.filter((name) => name === queue).length;

it("asks once for all queues while no job is due", async () => {
  await startJobs([
    { ...pruneJob, cron },
    { ...reencryptJob, cron },
  ]);
  // Each worker asks once when it starts.
  await expect.poll(() => [countFetches("prune"), countFetches("reseal")]).toEqual([1, 1]);
  fetches = [];
  await expect.poll(() => countFetches("all")).toBeGreaterThan(2);
  expect(countFetches("prune") + countFetches("reseal")).toBe(0);
});

it("runs a job at once, after a delay, and again after a failure", async () => {
  const runs: string[] = [];
  const job: Job<{ run?: string }> = {
    ...pruneJob,
    cron,
    async run({ run }) {
      if (run) runs.push(run);
      if (run === "failing" && runs.filter((name) => name === run).length === 1)
        throw new Error("the first time");
    },
  };
  await startJobs([job]);
  await sendJob(job.name, { run: "delayed" }, { afterSeconds: 2 });
  await sendJob(job.name, { run: "failing" });
  await expect.poll(() => [...runs].sort()).toEqual(["delayed", "failing", "failing"]);
});

it("runs what is on a schedule although this server's clock is slow", async () => {
  // Half a minute after a full one.
  const minuteMs = 60_000;
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / minuteMs) * minuteMs + minuteMs / 2 });
  databaseAheadMs = 45_000;
  let runs = 0;
  const job: Job<object> = {
    ...pruneJob,
    name: "every-minute",
    cron: "* * * * *",
    run: async () => {
      runs += 1;
    },
  };
  await startJobs([{ ...job, cron }]);
  await stopJobs();
  // Before the start, whose first look at the schedules may come before it stores them. The next is a minute later.
  await db.pool.query("update pgboss.schedule set cron = $2 where name = $1", [job.name, job.cron]);
  await db.pool.query("update pgboss.version set cron_on = null");
  await startJobs([job]);
  await expect.poll(() => runs, { timeout: 30_000 }).toBe(1);
  vi.useRealTimers();
  databaseAheadMs = 0;
}, 60_000);

it("keeps a job that is sent before the workers start", async () => {
  const runs: object[] = [];
  const job: Job<object> = {
    ...pruneJob,
    name: "sent-early",
    cron,
    async run(data) {
      runs.push(data);
    },
  };
  await sendJob(job.name, { run: "early" });
  await startJobs([job]);
  await expect.poll(() => runs).toEqual([{ run: "early" }]);
});

it("leaves no unhandled rejection if the end of a job can't be recorded", async () => {
  const runs: object[] = [];
  const job: Job<object> = {
    ...pruneJob,
    name: "ends-unrecorded",
    cron,
    async run(data) {
      runs.push(data);
      if (runs.length === 2) throw new Error("the second time");
    },
  };
  await startJobs([job]);
  failing = /set completed_on|deleted_jobs as/i;
  rejected = 0;
  await sendJob(job.name, { run: "first" });
  await sendJob(job.name, { run: "second" });
  await expect.poll(() => [runs.length, rejected]).toEqual([2, 2]);
  failing = null;
});

it("can be started again after the database failed meanwhile", async () => {
  const runs: object[] = [];
  const job: Job<object> = {
    ...pruneJob,
    cron,
    async run(data) {
      runs.push(data);
    },
  };
  await db.pool.query("drop schema pgboss cascade");
  failing = /create_queue/;
  await expect(startJobs([job])).rejects.toThrow("out of order");
  failing = null;
  await startJobs([job]);
  await startJobs([job]);
  const { rows } = await db.pool.query<{ name: string }>("select name from pgboss.queue order by name");
  expect(rows.map(({ name }) => name)).toEqual(["__pgboss__send-it", job.name]);
  fetches = [];
  await sendJob(job.name, { run: "once" });
  await expect.poll(() => runs).toEqual([{ run: "once" }]);
  await expect.poll(async () => (await queueState()).active).toBe(0);
  // The worker asks for the job and, after it, for another.
  expect(countFetches(job.name)).toBeLessThanOrEqual(2);
});

it("creates queues for many at once", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `queue-${index % 6}`);
  await Promise.all(names.map((name) => sendJob(name, {})));
  const { rows } = await db.pool.query("select name from pgboss.queue where name like 'queue-%'");
  expect(rows).toHaveLength(6);
});
