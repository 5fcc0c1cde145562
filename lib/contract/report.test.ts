import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isReportAvailable, REPORT_TYPES } from "@/lib/domain/reports/report-calendar";
import { isoDates } from "@/testing/arbitraries";
import { describeIssues } from "./error";
import { FileType, fileQuery } from "./report";

const TODAY = "2026-11-15";

function validationErrors(type: (typeof REPORT_TYPES)[number], query: unknown, today = TODAY): string {
  const parsed = fileQuery(type, today).safeParse(query);
  return parsed.success ? "" : describeIssues(parsed.error, "query");
}

describe("file type", () => {
  it.each([
    "monthly",
    "daily",
    "fee",
    "monthlyTransactionFees",
    "monthlyNonTransactionFees",
    "dailyTransactionFee",
  ])("accepts %s", (type) => expect(FileType.parse(type)).toBe(type));

  it.each([
    "",
    "Monthly",
    "DAILY",
    "fees",
    "dailyTransactionFees",
    "constructor",
    "__proto__",
    null,
    undefined,
    7,
  ])("rejects %j and names the six", (type) =>
    expect(FileType.safeParse(type).error?.issues[0]?.message).toBe(
      "must be one of monthly, daily, fee, monthlyTransactionFees, monthlyNonTransactionFees, dailyTransactionFee",
    ),
  );
});

describe("date", () => {
  it.each(REPORT_TYPES)("is required by %s, and must be a real date", (type) => {
    expect(validationErrors(type, {})).toBe("date: is required");
    for (const date of ["", "2026-02-29", "2026-11", "11/15/2026", "2026-09-01T00:00:00Z"]) {
      expect(validationErrors(type, { date })).toBe("date: must be a date in the format YYYY-MM-DD");
    }
  });

  it.each(["daily", "fee", "dailyTransactionFee"] as const)(
    "must be at least two days ago for %s",
    (type) => {
      expect(validationErrors(type, { date: "2026-11-13" })).toBe("");
      expect(validationErrors(type, { date: "2026-11-14" })).toBe(
        "date: is too recent: this report may be requested from 2026-11-16 (UTC)",
      );
      expect(validationErrors(type, { date: TODAY })).toBe(
        "date: is too recent: this report may be requested from 2026-11-17 (UTC)",
      );
      expect(validationErrors(type, { date: "2027-01-01" })).toContain("is too recent");
    },
  );

  it.each(["monthly", "monthlyTransactionFees", "monthlyNonTransactionFees"] as const)(
    "must be in a month that ended at least two days ago for %s",
    (type) => {
      expect(validationErrors(type, { date: "2026-10-31" }, "2026-11-02")).toBe("");
      expect(validationErrors(type, { date: "2026-10-01" }, "2026-11-02")).toBe("");
      for (const date of ["2026-10-01", "2026-10-31"]) {
        expect(validationErrors(type, { date }, "2026-11-01")).toBe(
          "date: is too recent: this report may be requested from 2026-11-02 (UTC)",
        );
      }
      expect(validationErrors(type, { date: "2026-12-31" }, "2027-01-01")).toContain("from 2027-01-02 (UTC)");
      expect(validationErrors(type, { date: "2026-11-01" })).toContain("is too recent");
    },
  );

  it("follows the calendar of its type on any day, and never throws at the calendar's end", () => {
    const date = isoDates("0001-01-01", "9999-12-31");
    fc.assert(
      fc.property(fc.constantFrom(...REPORT_TYPES), date, date, (type, requested, today) => {
        expect(validationErrors(type, { date: requested }, today) === "").toBe(
          isReportAvailable(type, requested, today),
        );
      }),
    );
  });
});
