import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  defaultExpiry,
  earliestExpiry,
  firstOfMonth,
  isIsoDate,
  lastOfMonth,
  listDays,
  startOfDay,
  toIsoDate,
} from "./calendar";

const instants = (from: string, to: string) =>
  fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true });
const dates = (from = "0001-01-01", to = "9999-12-31") =>
  instants(`${from}T00:00:00Z`, `${to}T23:59:59Z`).map((instant) => instant.toISOString().slice(0, 10));

/** A reference implementation: goes back from the end of the target month until the day exists. */
function addMonthsByDate(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const target = new Date(0);
  target.setUTCFullYear(year, month - 1 + months, 1);
  const targetMonth = target.getUTCMonth();
  target.setUTCDate(day);
  if (target.getUTCMonth() !== targetMonth) target.setUTCDate(0);
  return target.toISOString().slice(0, 10);
}

describe("isIsoDate", () => {
  it.each(["2026-01-01", "2026-12-31", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])(
    "accepts %s",
    (text) => expect(isIsoDate(text)).toBe(true),
  );

  it.each([
    "",
    "2026-02-29",
    "1900-02-29",
    "2100-02-29",
    "2026-02-30",
    "2026-04-31",
    "2026-06-31",
    "2026-09-31",
    "2026-11-31",
    "2026-01-32",
    "2026-00-10",
    "2026-13-10",
    "2026-10-00",
    "0000-01-01",
    "2026-1-01",
    "2026-01-1",
    "26-01-01",
    "02026-01-01",
    "2026/01/01",
    "20260101",
    "2026-01-01T00:00:00Z",
    "2026-01-01\n",
    " 2026-01-01",
    "2026-01-01 ",
    "-2026-01-01",
    "+2026-01-01",
    "２０２６-01-01",
    "tomorrow",
  ])("rejects %j", (text) => expect(isIsoDate(text)).toBe(false));

  it("matches Date for every possible day", () => {
    const part = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(part(9999), part(14), part(33), (year, month, day) => {
        const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
        const instant = new Date(`${text}T00:00:00Z`);
        // Date rolls 30 February over into March, so only a round trip proves the day.
        const exists = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
        expect(isIsoDate(text)).toBe(exists && year > 0);
      }),
      { numRuns: 2000 },
    );
  });

  it("rejects everything that is not a date", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^\d{4}-\d{2}-\d{2}$/.test(text));
        expect(isIsoDate(text)).toBe(false);
      }),
    );
  });
});

describe("addMonths", () => {
  it.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2024-01-31", 1, "2024-02-29"],
    ["2000-01-31", 1, "2000-02-29"],
    ["1900-01-31", 1, "1900-02-28"],
    ["2026-01-28", 1, "2026-02-28"],
    ["2026-03-31", 1, "2026-04-30"],
    ["2026-12-31", 1, "2027-01-31"],
    ["2026-12-15", 1, "2027-01-15"],
    ["2024-02-29", 12, "2025-02-28"],
    ["2024-02-29", 36, "2027-02-28"],
    ["2024-02-29", 48, "2028-02-29"],
    ["2026-01-15", 0, "2026-01-15"],
    ["2026-01-31", -1, "2025-12-31"],
    ["2026-03-31", -1, "2026-02-28"],
  ])("moves %s by %i months to %s", (date, months, expected) =>
    expect(addMonths(date, months)).toBe(expected),
  );

  it("matches Date for every date of the calendar", () => {
    fc.assert(
      fc.property(
        dates("0100-01-01", "9899-12-31"),
        fc.integer({ min: -1100, max: 1100 }),
        (date, months) => {
          expect(addMonths(date, months)).toBe(addMonthsByDate(date, months));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("keeps the order of dates", () => {
    fc.assert(
      fc.property(dates(), dates(), fc.integer({ min: 0, max: 2000 }), (a, b, months) => {
        const [earlier, later] = a <= b ? [a, b] : [b, a];
        expect(addMonths(earlier, months) <= addMonths(later, months)).toBe(true);
      }),
    );
  });
});

describe("addDays", () => {
  it.each([
    ["2026-12-31", 1, "2027-01-01"],
    ["2024-02-28", 1, "2024-02-29"],
    ["2026-02-28", 1, "2026-03-01"],
    ["2026-03-01", -1, "2026-02-28"],
    ["2026-01-01", -1, "2025-12-31"],
    ["2026-01-01", 0, "2026-01-01"],
  ])("moves %s by %i days to %s", (date, days, expected) => expect(addDays(date, days)).toBe(expected));

  it("returns to the same date with the opposite count", () => {
    fc.assert(
      fc.property(
        dates("0100-01-01", "9899-12-31"),
        fc.integer({ min: -36_000, max: 36_000 }),
        (date, days) => {
          const there = addDays(date, days);
          expect(isIsoDate(there)).toBe(true);
          expect(addDays(there, -days)).toBe(date);
          expect(there > date).toBe(days > 0);
        },
      ),
    );
  });
});

describe("the ends of the calendar", () => {
  it.each([
    ["addDays", addDays("9999-12-31", 1), "9999-12-31"],
    ["addMonths", addMonths("9999-12-31", 1), "9999-12-31"],
    ["defaultExpiry", defaultExpiry("9998-05-05"), "9999-12-31"],
    ["lastOfMonth", lastOfMonth("9999-12-05"), "9999-12-31"],
    ["addDays backwards", addDays("0001-01-01", -1), "0001-01-01"],
    ["addMonths backwards", addMonths("0001-01-31", -1), "0001-01-01"],
  ])("%s stays within four digits, so that text comparison works", (_, actual, expected) =>
    expect(actual).toBe(expected),
  );

  it("always returns a date that isIsoDate accepts", () => {
    const far = fc.integer({ min: -4_000_000, max: 4_000_000 });
    fc.assert(
      fc.property(dates(), far, (date, distance) => {
        expect(isIsoDate(addDays(date, distance))).toBe(true);
        expect(isIsoDate(addMonths(date, distance))).toBe(true);
      }),
    );
  });
});

describe("months", () => {
  it.each([
    ["2026-02-14", "2026-02-01", "2026-02-28"],
    ["2024-02-29", "2024-02-01", "2024-02-29"],
    ["2026-12-31", "2026-12-01", "2026-12-31"],
    ["2026-04-01", "2026-04-01", "2026-04-30"],
  ])("%s is between %s and %s", (date, first, last) => {
    expect(firstOfMonth(date)).toBe(first);
    expect(lastOfMonth(date)).toBe(last);
  });

  it("end on the day before the next month starts", () => {
    fc.assert(
      fc.property(dates("0001-01-01", "9999-11-30"), (date) => {
        expect(lastOfMonth(date).slice(0, 7)).toBe(date.slice(0, 7));
        expect(addDays(lastOfMonth(date), 1)).toBe(addMonths(firstOfMonth(date), 1));
      }),
    );
  });
});

describe("expiry", () => {
  it.each([
    ["2026-01-31", "2026-02-28", "2029-01-31"],
    ["2024-01-30", "2024-02-29", "2027-01-30"],
    ["2024-02-29", "2024-03-29", "2027-02-28"],
    ["2026-11-30", "2026-12-30", "2029-11-30"],
    ["2026-12-31", "2027-01-31", "2029-12-31"],
  ])("requested on %s, is at the earliest %s and by default %s", (today, earliest, byDefault) => {
    expect(earliestExpiry(today)).toBe(earliest);
    expect(defaultExpiry(today)).toBe(byDefault);
  });
});

describe("days and instants", () => {
  it("returns the UTC day of any instant", () => {
    fc.assert(
      fc.property(instants("0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"), (instant) => {
        const start = startOfDay(toIsoDate(instant)).getTime();
        expect(instant.getTime() - start).toBeGreaterThanOrEqual(0);
        expect(instant.getTime() - start).toBeLessThan(86_400_000);
      }),
    );
  });

  it("changes the day at midnight UTC", () => {
    expect(toIsoDate(new Date("2026-11-15T23:59:59.999Z"))).toBe("2026-11-15");
    expect(toIsoDate(new Date("2026-11-16T00:00:00.000Z"))).toBe("2026-11-16");
    expect(toIsoDate(new Date("2026-11-16T01:30:00+02:00"))).toBe("2026-11-15");
  });
});

function pad(value: number, length: number): string {
  return String(value).padStart(length, "0");
}

describe("listDays", () => {
  it("has each day from the first to the last, also at the end of time", () => {
    expect(listDays("2026-10-30", "2026-11-01")).toEqual(["2026-10-30", "2026-10-31", "2026-11-01"]);
    expect(listDays("9999-12-30", "9999-12-31")).toEqual(["9999-12-30", "9999-12-31"]);
    expect(listDays("2026-10-02", "2026-10-01")).toEqual([]);
  });
});
