import { describe, expect, it } from "vitest";
import { availablePeriods, firstUnavailableDate, latestAvailableDate, REPORT_TYPES } from "./report-calendar";
import { isLate, nextScheduled, scheduledFrom, scheduleStart } from "./schedule";

describe("what a schedule requests", () => {
  it("is every day up to two days ago", () => {
    expect(availablePeriods("daily", "2026-11-14", "2026-11-17")).toEqual(["2026-11-14", "2026-11-15"]);
    expect(availablePeriods("daily", "2026-11-16", "2026-11-17")).toEqual([]);
    expect(availablePeriods("daily", "2026-02-27", "2026-03-03")).toEqual([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
    ]);
  });

  it("is every month from the 2nd of the next", () => {
    expect(availablePeriods("monthly", "2026-09-01", "2026-11-01")).toEqual(["2026-09-30"]);
    expect(availablePeriods("monthly", "2026-09-01", "2026-11-02")).toEqual(["2026-09-30", "2026-10-31"]);
  });

  it.each(REPORT_TYPES)("ends with the latest period that can be requested: %s", (type) => {
    for (const today of ["2026-01-01", "2026-01-02", "2026-02-28", "2026-03-01", "2026-12-31"]) {
      expect(availablePeriods(type, "2025-06-15", today).at(-1)).toBe(latestAvailableDate(type, today));
      expect(firstUnavailableDate(type, today) > latestAvailableDate(type, today)).toBe(true);
    }
  });

  it("begins with a whole month for a monthly report", () => {
    expect(scheduleStart("monthly", "2026-11-17")).toBe("2026-11-01");
    expect(scheduleStart("daily", "2026-11-17")).toBe("2026-11-17");
  });

  it("leaves out what retention has deleted", () => {
    expect(scheduledFrom("2026-01-01", "2026-11-17", 0)).toBe("2026-01-01");
    expect(scheduledFrom("2026-01-01", "2026-11-17", 30)).toBe("2026-10-18");
    expect(scheduledFrom("2026-11-01", "2026-11-17", 30)).toBe("2026-11-01");
  });

  it("comes next on a known day", () => {
    expect(nextScheduled({ type: "daily", firstDay: "2026-01-01" }, "2026-11-17")).toEqual({
      date: "2026-11-16",
      availableFrom: "2026-11-18",
    });
    expect(nextScheduled({ type: "daily", firstDay: "2026-12-01" }, "2026-11-17")).toEqual({
      date: "2026-12-01",
      availableFrom: "2026-12-03",
    });
    expect(nextScheduled({ type: "monthly", firstDay: "2026-01-01" }, "2026-11-01")).toEqual({
      date: "2026-10-31",
      availableFrom: "2026-11-02",
    });
  });
});

describe("a file", () => {
  it("is late this many hours after it became available", () => {
    const file = { type: "daily", date: "2026-11-10" } as const;
    expect(isLate(file, 6, new Date("2026-11-12T05:59:59Z"))).toBe(false);
    expect(isLate(file, 6, new Date("2026-11-12T06:00:00Z"))).toBe(true);
  });
});
