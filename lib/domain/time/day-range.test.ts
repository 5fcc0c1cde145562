import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "./calendar";
import { daysIn, RANGE_CHOICES, resolveRange, splitRange } from "./day-range";

const TODAY = "2026-11-15";
const selection = { range: "30-days" as const, from: null, to: null };

describe("a range of days", () => {
  it("ends today and includes today", () => {
    expect(resolveRange(selection, TODAY)).toEqual({ from: "2026-10-17", to: TODAY });
    expect(resolveRange({ ...selection, range: "7-days" }, TODAY)).toEqual({ from: "2026-11-09", to: TODAY });
    expect(resolveRange({ ...selection, range: "this-month" }, TODAY)).toEqual({
      from: "2026-11-01",
      to: TODAY,
    });
    expect(daysIn(resolveRange({ ...selection, range: "90-days" }, TODAY))).toBe(90);
  });

  it("is the chosen range, in either order", () => {
    const picked = { ...selection, from: "2026-03-05", to: "2026-03-01" };
    expect(resolveRange(picked, TODAY)).toEqual({ from: "2026-03-01", to: "2026-03-05" });
    expect(resolveRange({ ...selection, from: "2026-11-10" }, TODAY)).toEqual({
      from: "2026-11-10",
      to: TODAY,
    });
    expect(resolveRange({ ...selection, from: "2027-01-01" }, TODAY)).toEqual({
      from: "2027-01-01",
      to: "2027-01-01",
    });
    expect(daysIn(resolveRange({ ...selection, to: "2026-05-31" }, TODAY))).toBe(30);
  });
});

describe("the parts of a range", () => {
  it("are days, weeks from Monday, months or years", () => {
    expect(splitRange({ from: "2026-11-14", to: "2026-11-15" })).toEqual({
      step: "day",
      parts: [
        { from: "2026-11-14", to: "2026-11-14" },
        { from: "2026-11-15", to: "2026-11-15" },
      ],
    });
    const weeks = splitRange({ from: "2026-01-01", to: "2026-11-15" });
    expect(weeks.step).toBe("week");
    expect(weeks.parts.slice(0, 2)).toEqual([
      { from: "2026-01-01", to: "2026-01-04" },
      { from: "2026-01-05", to: "2026-01-11" },
    ]);
    const months = splitRange({ from: "2023-01-15", to: "2026-11-15" });
    expect(months.parts[0]).toEqual({ from: "2023-01-15", to: "2023-01-31" });
    expect(splitRange({ from: "1950-06-01", to: "2026-11-15" }).parts[1]).toEqual({
      from: "1951-01-01",
      to: "1951-12-31",
    });
  });

  it("cover every day once, and are not too many to display", () => {
    const day = fc.integer({ min: -800_000, max: 3_000_000 }).map((days) => addDays("1970-01-01", days));
    const range = fc.record({
      range: fc.constantFrom(...RANGE_CHOICES),
      from: fc.option(day),
      to: fc.option(day),
    });
    fc.assert(
      fc.property(range, day, (selected, today) => {
        const shown = resolveRange(selected, today);
        const { parts } = splitRange(shown);
        expect(parts.length).toBeLessThanOrEqual(105);
        expect(parts[0]?.from).toBe(shown.from);
        expect(parts.at(-1)?.to).toBe(shown.to);
        for (const [index, part] of parts.entries())
          if (index > 0) expect(part.from).toBe(addDays(parts[index - 1]?.to ?? "", 1));
      }),
    );
  });
});
