import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { REPORT_PERIODS, REPORT_TYPES, type ReportType } from "@/lib/domain/reports/report-calendar";
import { addDays, addMonths, lastOfMonth, toIsoDate } from "@/lib/domain/time/calendar";
import { openTestReports, type TestReports } from "@/testing/reports";
import { setLinkRules } from "./capture";
import { readRows } from "./read-file";
import { startReportWork } from "./report-work";

let reports: TestReports;
const today = toIsoDate(new Date());
const day = addDays(today, -5);
const month = lastOfMonth(addMonths(today, -2));
const dateFor = (type: ReportType) => (REPORT_PERIODS[type] === "day" ? day : month);

beforeAll(async () => {
  reports = await openTestReports({ scenario: "demo" });
}, 120_000);
afterAll(() => reports.close());
afterEach(async () => {
  setLinkRules({});
  await reports.control("DELETE", "/faults");
});

describe("a report", () => {
  it.each(REPORT_TYPES)("is requested, stored byte by byte and announced for type %s", async (type) => {
    const id = await reports.request(type, dateFor(type));
    await reports.waitForState(id, "captured");
    const bytes = await reports.readFileBytes(id);
    expect(bytes.equals(await reports.downloadOriginal(id))).toBe(true);
    const { rows } = await reports.db.pool.query(
      "select sha256, bytes, rows, columns, summary from report_files where request_id = $1 and completed_at is not null",
      [id],
    );
    const lines = bytes.toString().trimEnd().split("\n");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      sha256: createHash("sha256").update(bytes).digest("hex"),
      bytes: String(bytes.length),
      rows: String(lines.length - 1),
      columns: lines[0]?.split(","),
    });
    expect(await reports.countNotifications(id)).toBe(1);
  });

  it("has totals and daily balances that match its rows", async () => {
    const id = await reports.request("monthly", month);
    await reports.waitForState(id, "captured");
    const { file_id } = await reports.row(id);
    const { rows, total } = await readRows(file_id ?? "", {
      offset: 0,
      limit: 1_000,
      search: "",
      timeZone: "UTC",
      sort: null,
    });
    const { rows: stored } = await reports.db.pool.query(
      "select columns, summary from report_files where id = $1",
      [file_id],
    );
    const { columns, summary } = stored[0];
    const effect = columns.indexOf("effect");
    expect(total).toBeGreaterThan(100);
    if (total <= 1_000) {
      const sum = rows.reduce((cents, row) => cents + Math.round(Number(row[effect]) * 100), 0);
      const totals = summary.totals.reduce(
        (cents: number, { amount }: { amount: string }) => cents + Math.round(Number(amount) * 100),
        0,
      );
      expect(totals).toBe(sum);
    }
    expect(summary.days.at(-1)?.balance).toMatch(/^-?\d+\.\d{2}$/);
    expect(summary.totals.map(({ currency }: { currency: string }) => currency)).toContain("USD");
  });

  it("is requested automatically once it is available if it is too early", async () => {
    const id = await reports.request("daily", today);
    await expect
      .poll(async () => (await reports.row(id)).reason)
      .toMatch(/^Available from .*, 00:00 UTC\. We’ll request it automatically then\.$/);
    expect(await reports.row(id)).toMatchObject({ state: "queued", asks: 0 });
    await reports.control("POST", "/clock", { advanceSeconds: 3 * 86_400 });
    await reports.waitForState(id, "captured");
    await reports.control("POST", "/clock", { now: new Date().toISOString() });
  });

  it("stays queued with a reason while the issuer can't be reached", async () => {
    await reports.control("POST", "/faults", {
      path: "/files/",
      fault: { type: "status", status: 503, retryAfterSeconds: 1 },
    });
    const id = await reports.request("fee", day);
    await expect.poll(async () => (await reports.row(id)).reason).toContain("try again automatically");
    expect((await reports.row(id)).state).toBe("queued");
    await reports.db.pool.query("update report_requests set ask_at = now() where id = $1", [id]);
    startReportWork();
    await reports.waitForState(id, "captured");
  });
});

// Must be the last test, because it leaves the circuit breaker open.
describe("an unreachable issuer", () => {
  const tried = (id: string, tries: number) =>
    expect
      .poll(
        () =>
          reports.count("report_requests where id = $1 and tries = $2 and asking_until is null", [id, tries]),
        { interval: 25 },
      )
      .toBe(1);

  it("is retried with increasing delays a hundred times, then the request fails", async () => {
    await reports.control("POST", "/faults", {
      path: "/files/",
      times: 100,
      fault: { type: "status", status: 503 },
    });
    const id = await reports.request("fee", day);
    const pauseAfter = async (tries: number) => {
      // As if that many attempts had already failed.
      await reports.db.pool.query("update report_requests set tries = $2, ask_at = now() where id = $1", [
        id,
        tries - 1,
      ]);
      const before = Date.now();
      startReportWork();
      await tried(id, tries);
      const { rows } = await reports.db.pool.query("select ask_at from report_requests where id = $1", [id]);
      return rows[0].ask_at.getTime() - before;
    };
    await tried(id, 1);
    expect(await pauseAfter(2)).toBeGreaterThanOrEqual(60_000);
    expect(await pauseAfter(5)).toBeGreaterThanOrEqual(480_000);
    expect(await pauseAfter(60)).toBeGreaterThanOrEqual(900_000);
    await reports.db.pool.query("update report_requests set tries = 99, ask_at = now() where id = $1", [id]);
    startReportWork();
    await reports.waitForState(id, "failed");
    expect((await reports.row(id)).reason).toMatch(/We tried 100 times\.$/);
    expect(await reports.countNotifications(id)).toBe(1);
  });
});
