import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { DEMO_PEOPLE, findPersonByEmail } from "@/lib/auth/people";
import { activateCopy, markRestoredCopy } from "@/lib/db/restored-copy";
import { gapsOf, hasFile } from "@/lib/domain/reports/coverage";
import { availablePeriods, REPORT_TYPES, type ReportType } from "@/lib/domain/reports/report-calendar";
import { addDays, addMonths, type IsoDate, lastOfMonth, toIsoDate } from "@/lib/domain/time/calendar";
import { issuer } from "@/lib/issuer/issuer";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestReports, type TestReports } from "@/testing/reports";
import { tellAboutLateReports } from "./late-reports";
import { readCoverage } from "./read-coverage";
import { startReportWork, stopReportWork, waitForReportWork } from "./report-work";
import { reportWorkJob } from "./report-work-job";
import { insertMissing, takeOverFromSchedule, transitionRequest } from "./requests";
import { listSchedules, requestScheduledReports, saveSchedule, stopSchedule } from "./schedules";
import { announceReports, saveSubscription } from "./subscriptions";

let reports: TestReports;
let auditorId: string;

beforeAll(async () => {
  reports = await openTestReports();
  auditorId = (await findPersonByEmail(reports.db.pool, DEMO_PEOPLE.auditor.email))?.id ?? "";
}, 120_000);
afterAll(() => reports.close());
afterEach(async () => {
  await reports.control("DELETE", "/faults");
  await waitForReportWork();
  for (const table of [
    "report_schedules",
    "report_subscriptions",
    "report_notices",
    "notifications",
    "mails",
  ])
    await reports.db.pool.query(`delete from ${table}`);
  await reports.db.pool.query("update webhook_deliveries set request_id = null");
  for (const table of ["report_files", "report_captures", "report_asks", "report_history"])
    await reports.db.pool.query(`delete from ${table}`);
  await reports.db.pool.query("delete from report_requests");
  await setClock(new Date());
});

/** The index sync measures the issuer's clock with every call; here one call does. */
async function setClock(now: Date): Promise<void> {
  await reports.control("POST", "/clock", { now: now.toISOString() });
  await issuer().listCardDesigns();
}

function schedule(type: ReportType, firstDay: IsoDate, lateAfterHours = 24): Promise<void> {
  return inTransaction(reports.db.pool, (client) =>
    saveSchedule(client, { type, firstDay, lateAfterHours, personId: reports.personId }),
  );
}

const runJob = () => reportWorkJob.run({});

async function datesOf(type: ReportType, condition = "true"): Promise<IsoDate[]> {
  const { rows } = await reports.db.pool.query<{ date: IsoDate }>(
    `select to_char(date, 'YYYY-MM-DD') as date from report_requests where type = $1 and ${condition} order by date`,
    [type],
  );
  return rows.map(({ date }) => date);
}

/** As if the pauses between attempts were over, with a run of the job every minute. */
async function waitForFiles(count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      await reports.db.pool.query("update report_requests set ask_at = now() where state = 'queued'");
      await issuer().listCardDesigns();
      await runJob();
      expect(await reports.count("report_requests where state = 'captured'")).toBe(count);
    },
    { timeout: 120_000, interval: 100 },
  );
  await waitForReportWork();
}

async function notifications(personId: string): Promise<string[]> {
  const { rows } = await reports.db.pool.query<{ title: string }>(
    "select title from notifications where person_id = $1 order by id",
    [personId],
  );
  return rows.map(({ title }) => title);
}

const today = toIsoDate(new Date());

it("a restored copy asks for no report until it is activated, neither by schedule nor what was queued", async () => {
  const { pool } = reports.db;
  const day = addDays(today, -3);
  await schedule("daily", day);
  await requestScheduledReports();
  const queued = await datesOf("daily", "state = 'queued'");
  expect(queued).toContain(day);
  await markRestoredCopy(pool);
  await schedule("dailyTransactionFee", day);
  await runJob();
  await waitForReportWork();
  expect(await datesOf("daily", "state = 'queued'")).toEqual(queued);
  expect(await datesOf("dailyTransactionFee")).toEqual([]);
  await inTransaction(pool, activateCopy);
  await vi.waitFor(
    async () => {
      await runJob();
      expect(await reports.count("report_requests where state = 'captured'")).toBeGreaterThan(0);
    },
    { timeout: 60_000 },
  );
  expect(await datesOf("dailyTransactionFee")).toContain(day);
});

describe("a month on the sandbox", () => {
  it("arrives by schedule alone, with the dashboard stopped for five days and the issuer dark for one", async () => {
    const month = addMonths(`${today.slice(0, 7)}-01`, 4);
    const lastDay = lastOfMonth(month);
    await setClock(new Date(`${month}T06:00:00Z`));
    for (const type of REPORT_TYPES) await schedule(type, month);
    let stored = 0;
    for (let day = month; day <= addDays(lastDay, 3); day = addDays(day, 1)) {
      const number = Number(day.slice(8));
      const isOf = (first: number, last: number) => day <= lastDay && number >= first && number <= last;
      if (isOf(20, 20))
        await reports.control("POST", "/faults", { times: 1_000, fault: { type: "status", status: 503 } });
      if (isOf(21, 21)) await reports.control("DELETE", "/faults");
      await setClock(new Date(`${day}T06:00:00Z`));
      if (isOf(10, 14)) {
        await stopReportWork();
        continue;
      }
      await runJob();
      await waitForReportWork();
      if (isOf(20, 20)) {
        expect(await reports.count("report_requests where state = 'captured'")).toBe(stored);
        continue;
      }
      stored = REPORT_TYPES.flatMap((type) => availablePeriods(type, month, day)).length;
      await waitForFiles(stored);
    }
    const { rows } = await readCoverage(month);
    expect(rows.flatMap(({ cells }) => cells).filter((cell) => !hasFile(cell))).toEqual([]);
    expect(stored).toBe(3 * Number(lastDay.slice(8)) + 3 + 3 * 1);
    expect(await reports.count("report_requests where origin <> 'schedule'")).toBe(0);
    expect(
      await reports.count("(select type, date from report_requests group by 1, 2 having count(*) > 1) twice"),
    ).toBe(0);
  }, 900_000);
});

describe("a schedule", () => {
  it("requests each period once, even if many runs happen at the same time", async () => {
    await setClock(new Date());
    await schedule("daily", addDays(today, -9));
    await Promise.all(Array.from({ length: 5 }, () => requestScheduledReports()));
    expect(await datesOf("daily")).toEqual(availablePeriods("daily", addDays(today, -9), today));
    expect(await datesOf("daily")).toHaveLength(8);
  });

  it("leaves alone what is here, on its way, or canceled by a person", async () => {
    await setClock(new Date());
    await reports.control("POST", "/faults", {
      path: "/files/",
      times: 100,
      fault: { type: "status", status: 503 },
    });
    await schedule("fee", addDays(today, -4));
    const theirs = await reports.request("fee", addDays(today, -3));
    await requestScheduledReports();
    expect(await datesOf("fee", "origin = 'schedule'")).toEqual([addDays(today, -4), addDays(today, -2)]);
    await reports.db.pool.query("update report_requests set state = 'withdrawn' where origin = 'schedule'");
    await requestScheduledReports();
    expect(await datesOf("fee", "state = 'queued'")).toEqual([addDays(today, -3)]);
    await reports.db.pool.query("update report_requests set state = 'failed' where id = $1", [theirs]);
    await requestScheduledReports();
    expect(await datesOf("fee", "origin = 'schedule' and state = 'queued'")).toEqual([addDays(today, -3)]);
  });

  it("requests a failed report again after a pause, three times", async () => {
    await setClock(new Date());
    await schedule("daily", addDays(today, -2));
    await requestScheduledReports();
    const fail = (minutesAgo: number) =>
      reports.db.pool.query(
        "update report_requests set state = 'failed', state_since = now() - make_interval(mins => $1)",
        [minutesAgo],
      );
    for (const [tries, pause] of [5, 60, 360].entries()) {
      await fail(pause - 1);
      await requestScheduledReports();
      expect(await datesOf("daily", `state = 'failed' and schedule_tries = ${tries}`)).toHaveLength(1);
      await fail(pause + 1);
      await requestScheduledReports();
      expect(await datesOf("daily", `state = 'queued' and schedule_tries = ${tries + 1}`)).toHaveLength(1);
    }
    await fail(100_000);
    await requestScheduledReports();
    expect(await datesOf("daily", "state = 'failed'")).toHaveLength(1);
  });

  it("requests a report again whose webhook never came", async () => {
    await schedule("daily", addDays(today, -2));
    await requestScheduledReports();
    await reports.db.pool.query(
      "update report_requests set state = 'requested', state_since = now() - interval '59 minutes'",
    );
    await requestScheduledReports();
    expect(await datesOf("daily", "state = 'requested'")).toHaveLength(1);
    await reports.db.pool.query("update report_requests set state_since = now() - interval '61 minutes'");
    await requestScheduledReports();
    expect(await datesOf("daily", "state = 'queued'")).toHaveLength(1);
  });

  it("gives up a report whose webhook never comes, and stores the file if it comes after all", async () => {
    await setClock(new Date());
    const date = addDays(today, -2);
    await schedule("daily", date);
    await requestScheduledReports();
    const [id = ""] = (await reports.db.pool.query("select id from report_requests")).rows.map(
      (row) => row.id,
    );
    const leaveUnanswered = (minutes: number) =>
      reports.db.pool.query(
        "update report_requests set state = 'requested', schedule_tries = 3, state_since = now() - make_interval(mins => $1)",
        [minutes],
      );
    await leaveUnanswered(59);
    await requestScheduledReports();
    expect(await reports.row(id)).toMatchObject({ state: "requested" });
    await leaveUnanswered(61);
    await requestScheduledReports();
    await announceReports();
    expect(await reports.row(id)).toMatchObject({
      state: "failed",
      reason: "The issuer accepted 4 requests but never sent the download link.",
    });
    expect(await notifications(reports.personId)).toEqual([
      expect.stringMatching(/^Daily settlement, .*: failed$/),
    ]);
    const { rows } = await readCoverage(date);
    expect(gapsOf(rows)).toContainEqual(expect.objectContaining({ type: "daily", date, state: "failed" }));

    const response = await issuer().requestFile("daily", date);
    if (!response.ok) throw new Error("The issuer refused the request");
    await reports.db.pool.query("insert into report_asks (reference_id, request_id) values ($1, $2)", [
      response.data.reference_id,
      id,
    ]);
    await reports.db.pool.query("update webhook_deliveries set processed_at = null, effect = null");
    startReportWork();
    await reports.waitForState(id, "captured");
  });

  it("can be stopped and started again, and cancels what it has not sent", async () => {
    await schedule("daily", addDays(today, -4));
    await requestScheduledReports();
    const stopped = await inTransaction(reports.db.pool, (client) => stopSchedule(client, "daily", "Ines"));
    expect(stopped).toBe(true);
    expect(await datesOf("daily", "state = 'withdrawn'")).toHaveLength(3);
    await requestScheduledReports();
    expect(await datesOf("daily", "state = 'queued'")).toEqual([]);
    await schedule("daily", addDays(today, -4));
    await requestScheduledReports();
    expect(await datesOf("daily", "state = 'queued'")).toHaveLength(3);
    expect(await inTransaction(reports.db.pool, (client) => stopSchedule(client, "fee", "Ines"))).toBe(false);
  });

  it("continues when its owner is disabled, and names the owner as such", async () => {
    await schedule("daily", addDays(today, -2));
    await reports.db.pool.query("update people set state = 'disabled' where id = $1", [reports.personId]);
    try {
      await requestScheduledReports();
      expect(await datesOf("daily")).toHaveLength(1);
      expect(await listSchedules(reports.db.pool)).toMatchObject([
        { person: DEMO_PEOPLE.finance.name, isPersonActive: false },
      ]);
    } finally {
      await reports.db.pool.query("update people set state = 'active' where id = $1", [reports.personId]);
    }
  });

  it("sends at most eight at a time", async () => {
    await setClock(new Date());
    await reports.db.pool.query(
      `insert into report_requests (id, type, date, person_id, state, state_since)
       select gen_random_uuid(), 'monthly', '2020-01-31', $1, 'requested', now() from generate_series(1, 8)`,
      [reports.personId],
    );
    await schedule("daily", addDays(today, -2));
    await runJob();
    await waitForReportWork();
    expect(await datesOf("daily", "state = 'queued' and asks = 0")).toHaveLength(1);
    // A person's own request doesn't wait.
    await reports.waitForState(await reports.request("fee", addDays(today, -2)), "captured");
    await reports.db.pool.query(
      "update report_requests set state_since = now() - interval '11 minutes' where type = 'monthly'",
    );
    await vi.waitFor(
      async () => expect(await datesOf("daily", "state = 'captured'")).toHaveLength(1),
      30_000,
    );
  });
});

describe("subscribers", () => {
  const subscribe = (personId: string, type: ReportType, channel: "bell" | "mail" | "off") =>
    inTransaction(reports.db.pool, (client) => saveSubscription(client, { personId, type, channel }));

  it("get one notice for a catch-up, marked late, by bell and mail", async () => {
    await setClock(new Date());
    await subscribe(auditorId, "daily", "mail");
    await schedule("daily", addDays(today, -6));
    await runJob();
    await waitForFiles(5);
    await runJob();
    await vi.waitFor(async () => expect(await notifications(auditorId)).toHaveLength(1), 30_000);
    await waitForReportWork();
    const [title] = await notifications(auditorId);
    expect(title).toMatch(/^Daily settlement, .* to .*: 5 files ready, 4 of them late$/);
    // Whoever made the schedule is subscribed, without mail.
    expect(await notifications(reports.personId)).toEqual([title]);
    const { rows } = await reports.db.pool.query("select kind, person_id, subject from mails");
    expect(rows).toEqual([{ kind: "report", person_id: auditorId, subject: title }]);
    await runJob();
    await waitForReportWork();
    expect(await notifications(auditorId)).toHaveLength(1);
  });

  it("are not told if they turned it off, are disabled, or may no longer read reports", async () => {
    await schedule("daily", addDays(today, -2));
    await subscribe(reports.personId, "daily", "off");
    await subscribe(auditorId, "daily", "bell");
    await reports.db.pool.query("update people set role = 'support' where id = $1", [auditorId]);
    try {
      await runJob();
      await waitForFiles(1);
      await announceReports();
      expect(await reports.count("notifications")).toBe(0);
    } finally {
      await reports.db.pool.query("update people set role = 'auditor' where id = $1", [auditorId]);
    }
  });

  it("are told once that a file is late, and that it has failed for good", async () => {
    await setClock(new Date());
    await schedule("daily", addDays(today, -5));
    await requestScheduledReports();
    await reports.db.pool.query("update report_requests set ask_at = now() + interval '1 hour'");
    await tellAboutLateReports();
    await announceReports();
    expect(await notifications(reports.personId)).toEqual([]);
    await reports.db.pool.query("update report_requests set created_at = now() - interval '61 minutes'");
    await tellAboutLateReports();
    await tellAboutLateReports();
    await announceReports();
    expect(await notifications(reports.personId)).toEqual([
      expect.stringMatching(/^Daily settlement, .* to .*: 3 files late$/),
    ]);
    await reports.db.pool.query(
      "update report_requests set schedule_tries = 3, ask_at = now() where date = $1",
      [addDays(today, -5)],
    );
    await reports.control("POST", "/faults", { path: "/files/", fault: { type: "status", status: 400 } });
    startReportWork();
    await vi.waitFor(async () => expect(await datesOf("daily", "state = 'failed'")).toHaveLength(1), 30_000);
    await waitForReportWork();
    await announceReports();
    const failures = async (personId: string) =>
      (await notifications(personId)).filter((title) => /^Daily settlement, .*: failed$/.test(title)).length;
    expect(await failures(reports.personId)).toBe(1);
    // A colleague requests it again, and it fails again.
    const { rows } = await reports.db.pool.query<{ id: string }>(
      "select id from report_requests where state = 'failed'",
    );
    const id = rows[0]?.id ?? "";
    await reports.control("POST", "/faults", { path: "/files/", fault: { type: "status", status: 400 } });
    await inTransaction(reports.db.pool, async (client) => {
      await transitionRequest(client, id, {
        from: ["failed"],
        to: "queued",
        message: "Requested again.",
        requestAt: new Date(),
      });
      await takeOverFromSchedule(client, id, auditorId);
    });
    startReportWork();
    await reports.waitForState(id, "failed");
    await waitForReportWork();
    await announceReports();
    expect([await failures(reports.personId), await failures(auditorId)]).toEqual([2, 1]);
  });

  it("hear of each file that differs from the one before, and the requester of many at once gets one notice", async () => {
    await setClock(new Date());
    await subscribe(auditorId, "daily", "bell");
    const dates = [addDays(today, -4), addDays(today, -3)];
    await inTransaction(reports.db.pool, (client) =>
      insertMissing(client, { type: "daily", dates, personId: reports.personId, origin: "batch" }),
    );
    await waitForFiles(2);
    await announceReports();
    expect(await notifications(reports.personId)).toEqual([expect.stringMatching(/: 2 files ready$/)]);
    const countChanges = async (file: string | null) => {
      const fault = { type: "rubbish", body: file, contentType: "text/csv" };
      if (file) await reports.control("POST", "/faults", { path: "/downloads/", fault });
      await reports.waitForState(await reports.request("daily", addDays(today, -3)), "captured");
      await waitForReportWork();
      await announceReports();
      const told = await notifications(auditorId);
      return told.filter((title) => /^Daily settlement, .*: the issuer’s file has changed$/.test(title))
        .length;
    };
    expect(await countChanges(null)).toBe(0);
    expect(await countChanges("amount\n1.00\n")).toBe(1);
    expect(await countChanges("amount\n1.00\n")).toBe(1);
    expect(await countChanges("amount\n2.00\n")).toBe(2);
    expect(await countChanges(null)).toBe(3);
    expect((await notifications(auditorId)).filter((title) => title.endsWith("ready"))).toHaveLength(1);
    const { rows } = await readCoverage(addDays(today, -3));
    const cells = rows.find(({ type }) => type === "daily")?.cells;
    expect(cells?.find(({ date }) => date === addDays(today, -3))?.state).toBe("changed");
  });
});
