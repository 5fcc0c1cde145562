import { randomUUID } from "node:crypto";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { requestMissingReports } from "@/lib/actions/request-missing-reports";
import { requestReport } from "@/lib/actions/request-report";
import { retryReport } from "@/lib/actions/retry-report";
import { scheduleReport } from "@/lib/actions/schedule-report";
import { stopSchedule } from "@/lib/actions/stop-schedule";
import { subscribeToReport } from "@/lib/actions/subscribe-to-report";
import { DEMO_PEOPLE, findPersonByEmail } from "@/lib/auth/people";
import { hasFile } from "@/lib/domain/reports/coverage";
import { addDays, addMonths, firstOfMonth, type IsoDate, toIsoDate } from "@/lib/domain/time/calendar";
import { waitForReportWork } from "@/lib/reports/report-work";
import { openTestReports, type TestReports } from "@/testing/reports";
import { settlementCsv, storeReport } from "@/testing/settlements";
import { signInAs } from "@/testing/sign-in-as";
import { getCoverage, getFileTotals } from "./coverage";
import { downloadReports } from "./reports-archive";

let reports: TestReports;
const today = toIsoDate(new Date());
const month = addMonths(firstOfMonth(today), -2).slice(0, 7);

beforeAll(async () => {
  reports = await openTestReports({ scenario: "demo" });
  await signInAs("finance");
}, 120_000);
afterAll(() => reports.close());

async function coverage(of = month) {
  const result = await getCoverage({ month: of });
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}

const files = async () => (await coverage()).rows.flatMap(({ cells }) => cells.filter(hasFile));
const download = (ids: readonly string[]) =>
  downloadReports(new Request(`http://dashboard/api/reports/archive?ids=${ids.join(",")}`));

describe("requesting what is missing", () => {
  it.each(["1999-12", "0001-01", "2026-13"])("is refused for %s", async (refused) => {
    expect(await requestMissingReports(randomUUID(), { month: refused })).toMatchObject({
      ok: false,
      error: { code: "invalid" },
    });
    expect(await reports.count("report_requests")).toBe(0);
  });

  it("fills the month, a few at a time, with progress and one notice", async () => {
    const { rows } = await coverage();
    const cells = rows.flatMap((row) => row.cells);
    expect(cells.every(({ state }) => state === "missing")).toBe(true);
    expect(await requestMissingReports(randomUUID(), { month })).toEqual({
      ok: true,
      data: { requested: cells.length },
    });
    expect((await coverage()).progress).toMatchObject({ total: cells.length, failed: 0 });
    expect(await requestMissingReports(randomUUID(), { month })).toEqual({
      ok: true,
      data: { requested: 0 },
    });
    let mostOnTheirWay = 0;
    await vi.waitFor(
      async () => {
        mostOnTheirWay = Math.max(
          mostOnTheirWay,
          await reports.count("report_requests where state in ('requested', 'link-received')"),
        );
        expect(await files()).toHaveLength(cells.length);
      },
      { timeout: 150_000, interval: 100 },
    );
    expect(mostOnTheirWay).toBeLessThanOrEqual(8);
    expect(mostOnTheirWay).toBeGreaterThan(1);
    expect((await coverage()).progress).toBeNull();
    await waitForReportWork();
    await vi.waitFor(async () => expect(await reports.count("notifications")).toBe(1), 10_000);
  }, 200_000);
});

describe("a scheduled report that a person requests again", () => {
  it("is theirs: they are told when it is ready", async () => {
    const { pool } = reports.db;
    const [owner, person] = await Promise.all(
      [DEMO_PEOPLE.admin, DEMO_PEOPLE.finance].map(({ email }) => findPersonByEmail(pool, email)),
    );
    const reportId = randomUUID();
    await pool.query(
      `insert into report_requests (id, type, date, person_id, state, origin, schedule_tries)
       values ($1, 'fee', $2, $3, 'failed', 'schedule', 3)`,
      [reportId, addDays(today, -3), owner?.id],
    );
    expect(await retryReport(randomUUID(), { reportId })).toMatchObject({ ok: true });
    await reports.waitForState(reportId, "captured");
    const { rows } = await pool.query("select person_id, title from notifications where href = $1", [
      `/reports/${reportId}`,
    ]);
    expect(rows).toEqual([{ person_id: person?.id, title: expect.stringMatching(/: ready$/) }]);
  });
});

describe("several files", () => {
  it("are downloaded as one ZIP with the stored bytes, and each download is recorded", async () => {
    const chosen = (await files()).filter(({ type }) => type === "daily").slice(0, 3);
    const ids = chosen.map(({ reportId }) => reportId ?? "");
    const response = await download(ids);
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.get("content-disposition")).toContain(
      `reports-${chosen[0]?.date}-to-${chosen[2]?.date}.zip`,
    );
    const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect(Object.keys(entries)).toEqual(chosen.map(({ date }) => `daily-${date}.csv`));
    for (const { date, reportId } of chosen)
      expect(
        Buffer.from(entries[`daily-${date}.csv`] ?? []).equals(await reports.readFileBytes(reportId ?? "")),
      ).toBe(true);
    expect(await reports.count("audit where action = 'report.download' and target = any($1)", [ids])).toBe(3);
    expect(await reports.count("report_downloads")).toBe(3);
    const again = await download(ids);
    const bytes = Buffer.from(await again.arrayBuffer());
    expect(bytes.equals(Buffer.from(await (await download(ids)).arrayBuffer()))).toBe(true);
  });

  it("are a download that fails, not a shorter file, if one of them is deleted meanwhile", async () => {
    const { pool } = reports.db;
    const rows = Array.from({ length: 20_000 }, () => ({
      id: randomUUID(),
      at: "2020-01-01T12:00:00",
      bill: 1,
    }));
    const store = (date: IsoDate) =>
      storeReport(pool, { type: "daily", date, content: settlementCsv(0, rows) });
    const stored = [await store("2020-01-01"), await store("2020-01-02")];
    const response = await download(stored.map(({ reportId }) => reportId));
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    // As retention does, after the first chunk was sent.
    for (const { reportId, fileId } of stored) {
      await pool.query("update report_requests set file_id = null where id = $1", [reportId]);
      await pool.query("delete from report_downloads where file_id = $1", [fileId]);
      await pool.query("delete from report_files where id = $1", [fileId]);
    }
    const readRest = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(readRest()).rejects.toThrow("was deleted");
  });

  it("have the totals of the month's own file", async () => {
    const all = await files();
    const idsOf = (type: string) =>
      all.flatMap((cell) => (cell.type === type && cell.reportId ? [cell.reportId] : [])).join(",");
    const byCurrency = async (ids: string) => {
      const result = await getFileTotals({ ids });
      if (!result.ok) throw new Error(result.error.message);
      const totals = result.data.types[0]?.totals ?? [];
      return totals.map(({ kind, currency, rows, amount }) => `${kind} ${currency} ${rows} ${amount}`).sort();
    };
    const days = await byCurrency(idsOf("daily"));
    expect(days.length).toBeGreaterThan(0);
    expect(days).toEqual(await byCurrency(idsOf("monthly")));
  });

  it("can be requested again, as a file of its own", async () => {
    const ready = (await files()).find(({ type }) => type === "daily");
    if (!ready) throw new Error("No file");
    const { type, date } = ready;
    const again = await requestReport(randomUUID(), { type, date });
    if (!again.ok) throw new Error(again.error.message);
    expect(again.data.id).not.toBe(ready.reportId);
    await reports.waitForState(again.data.id, "captured");
    const cell = (await files()).find((other) => other.type === type && other.date === date);
    expect(cell?.reportId).toBe(again.data.id);
  });

  it("are refused if one doesn't exist, and to people who may not read or download", async () => {
    const [file] = await files();
    const ids = [file?.reportId ?? "", randomUUID()];
    expect((await download(ids)).status).toBe(404);
    expect((await download(["not-an-id"])).status).toBe(400);
    expect((await download(Array.from({ length: 201 }, () => randomUUID()))).status).toBe(400);
    expect(await getFileTotals({ ids: ids.join(",") })).toMatchObject({
      ok: false,
      error: { code: "not-found" },
    });
    await signInAs("auditor");
    expect((await download(ids)).status).toBe(403);
    expect(await getCoverage({})).toMatchObject({ ok: true });
    await signInAs("support");
    expect((await download(ids)).status).toBe(403);
    expect(await getFileTotals({ ids: ids.join(",") })).toMatchObject({ error: { code: "forbidden" } });
    expect(await getCoverage({})).toMatchObject({ error: { code: "forbidden" } });
    await signInAs("finance");
  });
});

describe("a schedule and its notifications", () => {
  it("are set, shown and stopped, with an entry in the audit log", async () => {
    const firstDay = addDays(today, 3);
    expect(await scheduleReport(randomUUID(), { type: "daily", firstDay, lateAfterHours: 12 })).toMatchObject(
      { ok: true },
    );
    const { schedules, subscriptions } = await coverage();
    expect(schedules).toMatchObject([
      { type: "daily", firstDay, lateAfterHours: 12, person: DEMO_PEOPLE.finance.name, isPersonActive: true },
    ]);
    expect(subscriptions).toEqual({ daily: "bell" });
    await subscribeToReport(randomUUID(), { type: "daily", channel: "off" });
    await scheduleReport(randomUUID(), { type: "daily", firstDay });
    expect((await coverage()).subscriptions).toEqual({ daily: "off" });
    const next = (await coverage(firstDay.slice(0, 7))).rows.find(({ type }) => type === "daily")?.cells;
    expect(next?.find(({ date }) => date === firstDay)).toMatchObject({
      state: "scheduled",
      availableFrom: addDays(firstDay, 2),
    });
    expect(await stopSchedule(randomUUID(), { type: "daily" })).toMatchObject({ ok: true });
    expect(await stopSchedule(randomUUID(), { type: "daily" })).toMatchObject({
      error: { code: "conflict" },
    });
    expect((await coverage()).schedules).toEqual([]);
    for (const action of ["report.schedule", "report.unschedule", "report.subscribe"])
      expect(await reports.count("audit where action = $1 and target = 'daily'", [action])).toBeGreaterThan(
        0,
      );
  });

  it("begins at most two years ago, and a monthly one with a whole month", async () => {
    const tooOld = { type: "daily", firstDay: addDays(today, -800) } as const;
    expect(await scheduleReport(randomUUID(), tooOld)).toMatchObject({ error: { code: "invalid" } });
    await scheduleReport(randomUUID(), { type: "monthly", firstDay: today });
    expect((await coverage()).schedules).toMatchObject([{ type: "monthly", firstDay: firstOfMonth(today) }]);
  });
});
