import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toIsoDate } from "./calendar";
import {
  formatDateTime,
  formatDay,
  formatDayOfYear,
  formatMonth,
  formatTimeOfDay,
  zoneName,
} from "./date-time";

const INSTANT = new Date("2026-11-14T14:03:22Z");
const utc = { timeZone: "UTC", year: 2026 } as const;

describe("a calendar day", () => {
  it("has one spelling for each purpose", () => {
    expect(formatDay("2026-01-03")).toBe("3 Jan 2026");
    expect(formatDayOfYear("2026-01-03")).toBe("3 Jan");
    expect(formatMonth("2026-01-03")).toBe("Jan 2026");
  });

  it("is spelled like the date of an instant", () => {
    const day = fc.date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(day, (instant) => {
        const date = formatDateTime(instant, { style: "date", timeZone: "UTC" });
        expect(formatDay(toIsoDate(instant))).toBe(date);
      }),
    );
  });
});

describe("a date and time", () => {
  it("is short in a list, and full elsewhere", () => {
    expect(formatDateTime(INSTANT, { style: "short", ...utc })).toBe("14 Nov, 14:03");
    expect(formatDateTime(INSTANT, { style: "short", ...utc, year: 2027 })).toBe("14 Nov 2026, 14:03");
    expect(formatDateTime(INSTANT, { style: "full", ...utc })).toBe("14 Nov 2026, 14:03:22 UTC");
    expect(formatDateTime(INSTANT, { style: "zoned", ...utc })).toBe("14 Nov, 14:03 UTC");
    expect(formatDateTime(INSTANT, { style: "zoned", timeZone: "Pacific/Kiritimati", year: 2025 })).toBe(
      "15 Nov 2026, 04:03 UTC+14",
    );
    expect(formatDateTime(INSTANT, { style: "date", ...utc })).toBe("14 Nov 2026");
    expect(formatDateTime(INSTANT, { style: "time", ...utc })).toBe("14:03:22 UTC");
    expect(formatDateTime(INSTANT, { style: "clock", ...utc })).toBe("14:03");
  });

  it("is converted into the chosen zone, including day and year", () => {
    const lastNight = new Date("2026-12-31T23:30:00Z");
    expect(formatDateTime(lastNight, { style: "full", timeZone: "Asia/Tokyo" })).toBe(
      "1 Jan 2027, 08:30:00 UTC+9",
    );
    expect(formatDateTime(INSTANT, { style: "time", timeZone: "America/St_Johns" })).toBe(
      "10:33:22 UTC-3:30",
    );
    expect(formatDateTime(INSTANT, { style: "time", timeZone: "Europe/London" })).toBe("14:03:22 UTC+0");
  });

  it("has the date if it is not today in the chosen zone", () => {
    const at = (now: string, timeZone: string) =>
      formatTimeOfDay(new Date("2026-11-14T23:30:00Z"), { timeZone, now: new Date(now) });
    expect(at("2026-11-14T23:45:00Z", "UTC")).toBe("23:30:00 UTC");
    expect(at("2026-11-15T00:05:00Z", "UTC")).toBe("23:30:00 UTC on 14 Nov 2026");
    expect(at("2026-11-15T00:05:00Z", "Asia/Tokyo")).toBe("08:30:00 UTC+9");
  });

  it("supports daylight saving time", () => {
    expect(zoneName(new Date("2026-07-01T00:00:00Z"), "Europe/Berlin")).toBe("UTC+2");
    expect(zoneName(new Date("2026-01-01T00:00:00Z"), "Europe/Berlin")).toBe("UTC+1");
  });

  it("formats UTC like Intl", () => {
    const day = fc.date({ min: new Date("0100-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(day, (instant) => {
        const byHand = formatDateTime(instant, { style: "full", timeZone: "UTC" }).replace(" UTC", "");
        const byIntl = formatDateTime(instant, { style: "full", timeZone: "Etc/UTC" }).replace(" UTC+0", "");
        expect(byHand).toBe(byIntl);
      }),
    );
  });
});
