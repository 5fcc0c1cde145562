import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, toIsoDate } from "./calendar";
import { dateTimeIn, dayIn, isTimeZone, startOfDayIn, timeZoneLabel } from "./time-zone";

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/Los_Angeles",
  "America/Sao_Paulo",
  "Africa/Cairo",
  "Asia/Kathmandu",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
];

describe("a day in a zone", () => {
  it("starts at local midnight", () => {
    expect(startOfDayIn("2026-11-01", "UTC").toISOString()).toBe("2026-11-01T00:00:00.000Z");
    expect(startOfDayIn("2026-11-01", "Europe/Berlin").toISOString()).toBe("2026-10-31T23:00:00.000Z");
    expect(startOfDayIn("2026-07-01", "Europe/Berlin").toISOString()).toBe("2026-06-30T22:00:00.000Z");
    expect(startOfDayIn("2026-11-01", "America/Los_Angeles").toISOString()).toBe("2026-11-01T07:00:00.000Z");
    expect(startOfDayIn("2026-11-02", "America/Los_Angeles").toISOString()).toBe("2026-11-02T08:00:00.000Z");
  });

  it("starts with the skip if clocks skip midnight, and at the first of two midnights", () => {
    expect(startOfDayIn("2018-11-04", "America/Sao_Paulo").toISOString()).toBe("2018-11-04T03:00:00.000Z");
    expect(startOfDayIn("2018-02-18", "America/Sao_Paulo").toISOString()).toBe("2018-02-18T03:00:00.000Z");
    expect(startOfDayIn("2026-10-25", "Atlantic/Azores").toISOString()).toBe("2026-10-25T00:00:00.000Z");
  });

  it("includes its first moment and not the one before, in every zone", () => {
    const day = fc
      .date({ min: new Date("1990-01-01"), max: new Date("2040-12-31"), noInvalidDate: true })
      .map(toIsoDate);
    fc.assert(
      fc.property(day, fc.constantFrom(...ZONES), (date, zone) => {
        const start = startOfDayIn(date, zone);
        expect(dayIn(start, zone)).toBe(date);
        expect(dayIn(new Date(start.getTime() - 1), zone)).toBe(addDays(date, -1));
      }),
    );
  });
});

describe("a moment in a zone", () => {
  it("is the local date and time", () => {
    const moment = new Date("2026-11-14T23:03:22Z");
    expect(dateTimeIn(moment, "UTC")).toBe("2026-11-14 23:03:22");
    expect(dateTimeIn(moment, "Europe/Berlin")).toBe("2026-11-15 00:03:22");
    expect(dayIn(moment, "Asia/Tokyo")).toBe("2026-11-15");
  });
});

describe("a zone", () => {
  it("must be known to the platform", () => {
    expect(isTimeZone("Europe/Berlin")).toBe(true);
    expect(isTimeZone("Mars/Olympus")).toBe(false);
    expect(isTimeZone("")).toBe(false);
  });

  it("is named after its city", () => {
    expect(timeZoneLabel("UTC")).toBe("UTC");
    expect(timeZoneLabel("America/Argentina/Buenos_Aires")).toBe("Buenos Aires time");
  });
});
