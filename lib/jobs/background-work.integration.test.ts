import { afterAll, beforeAll, expect, it } from "vitest";
import { acquireLease, releaseLease } from "@/lib/card-index/sync/index-lease";
import type { WorkReport } from "@/lib/domain/work-description";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { BACKGROUND_WORK, readBackgroundWork } from "./background-work";
import { pruneJob } from "./prune";
import { sendJob, startJobs, stopJobs } from "./queue";
import { reencryptJob } from "./reencrypt-job";

const HOLDER = "00000000-0000-4000-8000-000000000001";

let db: Database & { close(): Promise<void> };
beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(async () => {
  await stopJobs();
  await db.close();
});

async function reportOf(name: string): Promise<WorkReport | undefined> {
  return (await readBackgroundWork()).find((work) => work.name === name);
}

it("reports all work, and no runs before the first one", async () => {
  const reports = await readBackgroundWork();
  expect(reports.map(({ name }) => name)).toEqual(BACKGROUND_WORK.map(({ name }) => name));
  expect(reports.find(({ name }) => name === "index-sync")?.runs).toBeNull();
  expect(reports.find(({ name }) => name === "prune")?.runs).toEqual({
    lastSuccessAt: null,
    lastFailureAt: null,
    unfinishedSince: null,
  });
});

it("reports when a job started, succeeded and failed", async () => {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await startJobs([
    { ...pruneJob, run: () => finished },
    { ...reencryptJob, run: () => Promise.reject(new Error("no secret")) },
  ]);
  await sendJob(pruneJob.name, {});
  await expect.poll(async () => (await reportOf("prune"))?.runs?.unfinishedSince).toEqual(expect.any(String));
  expect((await reportOf("prune"))?.runs?.lastSuccessAt).toBeNull();
  finish();
  await expect.poll(async () => (await reportOf("prune"))?.runs?.lastSuccessAt).toEqual(expect.any(String));
  await expect.poll(async () => (await reportOf("prune"))?.runs?.unfinishedSince).toBeNull();

  await sendJob(reencryptJob.name, {});
  await expect.poll(async () => (await reportOf("reseal"))?.runs?.lastFailureAt).toEqual(expect.any(String));
  expect((await reportOf("reseal"))?.runs?.lastSuccessAt).toBeNull();
});

it("reports whether an instance syncs the index", async () => {
  expect((await reportOf("index-sync"))?.status).toBe("Stopped: no instance syncs the index");
  await acquireLease(HOLDER);
  expect((await reportOf("index-sync"))?.status).toBe("Running");
  await releaseLease(HOLDER);
  expect((await reportOf("index-sync"))?.status).toBe("Stopped: no instance syncs the index");
});

it("counts the pending report work", async () => {
  expect((await reportOf("report-work"))?.status).toBe("Pending: 0 webhooks, 0 requests, 0 downloads");
  await db.pool.query(
    `insert into people (id, email, name, role) values ('${HOLDER}', 'ada@cardwell.test', 'Ada', 'admin')`,
  );
  await db.pool.query(
    `insert into report_requests (id, type, date, person_id, state, ask_at)
     select '${HOLDER}', 'DAILY_SETTLEMENT', current_date, '${HOLDER}', 'queued', now() + interval '1 day'`,
  );
  expect((await reportOf("report-work"))?.status).toBe("Pending: 0 webhooks, 1 request, 0 downloads");
});
