import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  COVERAGE_STATES,
  type CoverageFacts,
  coverageOf,
  defaultMonth,
  gapsOf,
  type PeriodRequest,
} from "./coverage";
import { REPORT_STATES } from "./report";
import { isReportAvailable, REPORT_TYPES } from "./report-calendar";

const TODAY = "2026-11-17";
const DAY = "2026-11-03";

function request(change: Partial<PeriodRequest> = {}): PeriodRequest {
  return {
    id: "r1",
    type: "daily",
    date: DAY,
    state: "captured",
    origin: "person",
    reason: null,
    sha256: "a",
    ...change,
  };
}

function cellOf(facts: Partial<CoverageFacts>, date = DAY) {
  const rows = coverageOf(date, { today: TODAY, requests: [], schedules: {}, ...facts });
  return rows.find(({ type }) => type === "daily")?.cells.find((cell) => cell.date === date);
}

describe("a month", () => {
  it("has a row for each type, with a cell for each day or one for the month", () => {
    const rows = coverageOf("2028-02-10", { today: TODAY, requests: [], schedules: {} });
    expect(rows.map(({ type, cells }) => [type, cells.length])).toEqual([
      ["daily", 29],
      ["fee", 29],
      ["dailyTransactionFee", 29],
      ["monthly", 1],
      ["monthlyTransactionFees", 1],
      ["monthlyNonTransactionFees", 1],
    ]);
    expect(rows[0]?.cells.at(-1)?.date).toBe("2028-02-29");
    expect(rows[3]?.cells[0]?.date).toBe("2028-02-29");
  });

  it.each([
    ["2026-11-01", "2026-10"],
    ["2026-11-02", "2026-10"],
    ["2026-11-03", "2026-11"],
    ["2026-01-02", "2025-12"],
  ])("opens on %s with %s", (today, month) => expect(defaultMonth(today)).toBe(month));
});

describe("a cell", () => {
  it("is missing, or not available yet with the day on which it will be", () => {
    expect(cellOf({})).toMatchObject({ state: "missing", reportId: null, availableFrom: null });
    expect(cellOf({}, "2026-11-15")).toMatchObject({ state: "missing" });
    expect(cellOf({}, "2026-11-16")).toMatchObject({ state: "unavailable", availableFrom: "2026-11-18" });
  });

  it("is here with its newest file, and changed if any two files differ", () => {
    expect(cellOf({ requests: [request()] })).toMatchObject({ state: "here", reportId: "r1" });
    const same = request({ id: "r2" });
    expect(cellOf({ requests: [request(), same] })).toMatchObject({ state: "here", reportId: "r2" });
    const other = request({ id: "r3", sha256: "b" });
    expect(cellOf({ requests: [request(), other] })).toMatchObject({ state: "changed", reportId: "r3" });
    expect(cellOf({ requests: [request(), other, same] })).toMatchObject({ state: "changed" });
  });

  it("stays here while it is requested again, and if that fails", () => {
    for (const state of ["queued", "requested", "failed", "withdrawn"] as const)
      expect(cellOf({ requests: [request(), request({ id: "r2", state, sha256: null })] })).toMatchObject({
        state: "here",
        reportId: "r1",
      });
  });

  it.each(["queued", "requested", "link-received"] as const)("is under way while %s", (state) => {
    const open = request({ state, sha256: null, reason: "Waiting" });
    expect(cellOf({ requests: [open] })).toMatchObject({
      state: "under-way",
      reportId: "r1",
      reason: "Waiting",
    });
  });

  it("is scheduled if it is queued before it is available", () => {
    const queued = request({ state: "queued", date: "2026-11-16" });
    expect(cellOf({ requests: [queued] }, "2026-11-16")).toMatchObject({
      state: "scheduled",
      reportId: "r1",
      availableFrom: "2026-11-18",
    });
  });

  it("is scheduled from the schedule's first day on", () => {
    const schedules = { daily: DAY };
    expect(cellOf({ schedules })).toMatchObject({ state: "scheduled", reportId: null });
    expect(cellOf({ schedules }, "2026-11-20")).toMatchObject({ state: "scheduled" });
    expect(cellOf({ schedules }, "2026-11-02")).toMatchObject({ state: "missing" });
    expect(cellOf({ schedules: { fee: DAY } })).toMatchObject({ state: "missing" });
  });

  it("has failed until it is requested again", () => {
    const failed = request({ state: "failed", sha256: null, reason: "Rejected" });
    expect(cellOf({ requests: [failed] })).toMatchObject({
      state: "failed",
      reportId: "r1",
      reason: "Rejected",
    });
    expect(cellOf({ requests: [failed, request({ id: "r2", state: "requested" })] })).toMatchObject({
      state: "under-way",
      reportId: "r2",
    });
  });

  it("is missing once a person has canceled what the schedule queued", () => {
    const canceled = request({ state: "withdrawn", origin: "schedule" });
    expect(cellOf({ requests: [canceled], schedules: { daily: DAY } })).toMatchObject({ state: "missing" });
    const own = request({ state: "withdrawn" });
    expect(cellOf({ requests: [own], schedules: { daily: DAY } })).toMatchObject({ state: "scheduled" });
  });
});

describe("any requests", () => {
  const requests = fc.array(
    fc.record({
      id: fc.uuid(),
      type: fc.constantFrom(...REPORT_TYPES),
      date: fc.integer({ min: 1, max: 30 }).map((day) => `2026-11-${String(day).padStart(2, "0")}`),
      state: fc.constantFrom(...REPORT_STATES),
      origin: fc.constantFrom("person" as const, "batch" as const, "schedule" as const),
      reason: fc.constant(null),
      sha256: fc.constantFrom("a", "b"),
    }),
    { maxLength: 200 },
  );

  it("give cells in known states, and gaps that can be requested and have neither a file nor an open request", () => {
    fc.assert(
      fc.property(requests, fc.boolean(), (made, isScheduled) => {
        const rows = coverageOf("2026-11-01", {
          today: TODAY,
          requests: made,
          schedules: isScheduled ? { daily: "2026-11-05" } : {},
        });
        const states = new Set(rows.flatMap(({ cells }) => cells).map(({ state }) => state));
        expect(COVERAGE_STATES).toEqual(expect.arrayContaining([...states]));
        const wrong = gapsOf(rows).filter(({ type, date }) => {
          const ofPeriod = made.filter((one) => one.type === type && one.date === date);
          const isClosed = ofPeriod.every(({ state }) => state === "failed" || state === "withdrawn");
          return !isClosed || !isReportAvailable(type, date, TODAY);
        });
        expect(wrong).toEqual([]);
      }),
    );
  });
});
