import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isReportAvailable,
  REPORT_PERIODS,
  REPORT_TYPES,
  type ReportType,
  reportAvailableFrom,
  reportDate,
  reportWindow,
} from "./report-calendar";

// Spec 4.9 as the contract interprets it: `fee` is a daily type.
const TYPES: Record<ReportType, "day" | "month"> = {
  monthly: "month",
  daily: "day",
  fee: "day",
  monthlyTransactionFees: "month",
  monthlyNonTransactionFees: "month",
  dailyTransactionFee: "day",
};
const DAILY = REPORT_TYPES.filter((type) => TYPES[type] === "day");
const MONTHLY = REPORT_TYPES.filter((type) => TYPES[type] === "month");
const DAY_MS = 86_400_000;

const days = (last: string) =>
  fc
    .date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date(`${last}T23:59:59Z`), noInvalidDate: true })
    .map((instant) => instant.toISOString().slice(0, 10));
const day = days("9999-12-31");
// There is no day after the calendar's last one.
const today = days("9999-12-30");
const type = fc.constantFrom(...REPORT_TYPES);

it("knows the six types and the period of each", () => expect(REPORT_PERIODS).toEqual(TYPES));

describe.each(DAILY)("%s", (daily) => {
  it.each([
    ["2026-11-15", "2026-11-17"],
    ["2026-11-29", "2026-12-01"],
    ["2026-12-30", "2027-01-01"],
    ["2026-12-31", "2027-01-02"],
    ["2024-02-27", "2024-02-29"],
    ["2026-02-27", "2026-03-01"],
  ])("makes %s available from %s, two days later", (date, from) => {
    expect(reportAvailableFrom(daily, date)).toBe(from);
  });

  it("is not available for today, yesterday or a future day", () => {
    expect(isReportAvailable(daily, "2026-11-15", "2026-11-14")).toBe(false);
    expect(isReportAvailable(daily, "2026-11-15", "2026-11-15")).toBe(false);
    expect(isReportAvailable(daily, "2026-11-15", "2026-11-16")).toBe(false);
    expect(isReportAvailable(daily, "2026-11-15", "2026-11-17")).toBe(true);
    expect(isReportAvailable(daily, "2026-11-15", "2036-11-17")).toBe(true);
  });

  it("covers its day and is requested by it", () => {
    expect(reportWindow(daily, "2026-11-15")).toEqual({
      from: new Date("2026-11-15T00:00:00Z"),
      until: new Date("2026-11-16T00:00:00Z"),
    });
    expect(reportDate(daily, "2026-11-15")).toBe("2026-11-15");
  });
});

describe.each(MONTHLY)("%s", (monthly) => {
  it.each([
    ["2026-11-01", "2026-12-02"],
    ["2026-11-30", "2026-12-02"],
    ["2026-12-31", "2027-01-02"],
    ["2026-12-01", "2027-01-02"],
    ["2024-02-29", "2024-03-02"],
    ["2026-01-31", "2026-02-02"],
  ])("makes %s available from %s, the 2nd of the next month", (date, from) => {
    expect(reportAvailableFrom(monthly, date)).toBe(from);
  });

  it("is not available within the month and on the 1st of the next", () => {
    expect(isReportAvailable(monthly, "2026-11-01", "2026-11-30")).toBe(false);
    expect(isReportAvailable(monthly, "2026-11-01", "2026-12-01")).toBe(false);
    expect(isReportAvailable(monthly, "2026-11-01", "2026-12-02")).toBe(true);
    expect(isReportAvailable(monthly, "2026-12-15", "2027-01-01")).toBe(false);
    expect(isReportAvailable(monthly, "2026-12-15", "2027-01-02")).toBe(true);
  });

  it("runs from the 1st to the requested date, so the last day covers the whole month", () => {
    expect(reportWindow(monthly, "2026-11-15")).toEqual({
      from: new Date("2026-11-01T00:00:00Z"),
      until: new Date("2026-11-16T00:00:00Z"),
    });
    expect(reportDate(monthly, "2026-12-15")).toBe("2026-12-31");
    expect(reportWindow(monthly, reportDate(monthly, "2026-12-15"))).toEqual({
      from: new Date("2026-12-01T00:00:00Z"),
      until: new Date("2027-01-01T00:00:00Z"),
    });
    expect(reportDate(monthly, "2024-02-01")).toBe("2024-02-29");
  });
});

describe("every type and date", () => {
  it("becomes available on the first day and stays available", () => {
    fc.assert(
      fc.property(type, day, today, (of, date, now) => {
        expect(isReportAvailable(of, date, now)).toBe(isLongEnoughAgo(of, date, now));
      }),
      { numRuns: 2000 },
    );
  });

  it("matches the reference near the boundary, day by day", () => {
    const near = fc.integer({ min: -40, max: 40 });
    const within = fc.date({ min: new Date("1990-01-01"), max: new Date("2200-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(type, within, near, (of, instant, distance) => {
        const date = instant.toISOString().slice(0, 10);
        const now = new Date(instant.getTime() + distance * DAY_MS).toISOString().slice(0, 10);
        expect(isReportAvailable(of, date, now)).toBe(isLongEnoughAgo(of, date, now));
        expect(isReportAvailable(of, date, reportAvailableFrom(of, date))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(REPORT_TYPES)("%s of the calendar's last year is not available, without an error", (of) => {
    expect(isReportAvailable(of, "9999-12-31", "2026-11-15")).toBe(false);
    expect(isReportAvailable(of, "9999-12-01", "2026-11-15")).toBe(false);
  });

  it("never allows a date less than two days ago", () => {
    fc.assert(
      fc.property(type, day, today, (of, date, now) => {
        fc.pre(isReportAvailable(of, date, now));
        expect(Date.parse(now) - Date.parse(date)).toBeGreaterThanOrEqual(2 * DAY_MS);
      }),
    );
  });

  it("covers the requested date to its last millisecond", () => {
    fc.assert(
      fc.property(type, today, (of, date) => {
        const { from, until } = reportWindow(of, date);
        expect(from.getTime()).toBeLessThanOrEqual(Date.parse(date));
        expect(until.getTime()).toBe(Date.parse(date) + DAY_MS);
      }),
    );
  });
});

/** A reference implementation: two days ago, or after the 1st of a later month. */
function isLongEnoughAgo(of: ReportType, date: string, now: string): boolean {
  if (TYPES[of] === "day") return Date.parse(now) - Date.parse(date) >= 2 * DAY_MS;
  const [requested, current] = [monthNumber(date), monthNumber(now)];
  return current > requested + 1 || (current === requested + 1 && Number(now.slice(8)) >= 2);
}

function monthNumber(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
}
