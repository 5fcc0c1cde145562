import "server-only";
import type { Finding, Reader } from "@/lib/alerts/finding";
import { pool } from "@/lib/db/database";
import { JOB_NAMES } from "@/lib/metrics/metric-table";

const MIN_FAILURES = 3;

/** Reads the queue's table, because a queue that has stopped can't tell. */
export const jobsReader: Reader = {
  conditions: ["job-failing", "job-stopped"],
  async read() {
    const db = await pool();
    const { rows: tables } = await db.query("select 1 where to_regclass('pgboss.job') is not null");
    if (tables.length === 0) return [];
    const { rows } = await db.query<{ name: string; failures: number; hasSucceeded: boolean }>(
      `select s.name,
              coalesce(sum(j.retry_count + 1) filter (
                where j.state = 'failed' and j.completed_on > now() - interval '15 minutes'), 0)::int
                + coalesce(sum(j.retry_count) filter (where j.state = 'retry'), 0)::int as failures,
              coalesce(bool_or(j.state = 'completed' and j.completed_on > now() - interval '30 minutes'), false)
                as "hasSucceeded"
       from pgboss.schedule s left join pgboss.job j on j.name = s.name
       where s.name = any($1) group by s.name`,
      [JOB_NAMES],
    );
    return rows.flatMap(({ name, failures, hasSucceeded }): Finding[] => [
      ...(failures >= MIN_FAILURES
        ? [
            {
              condition: "job-failing" as const,
              subject: name,
              detail: `The job ${name} failed ${failures} times in 15 minutes.`,
            },
          ]
        : []),
      ...(hasSucceeded
        ? []
        : [
            {
              condition: "job-stopped" as const,
              subject: name,
              detail: `The job ${name} has not succeeded for half an hour.`,
            },
          ]),
    ]);
  },
};
