import { describe, expect, it } from "vitest";
import { findPreset, presetRange } from "./date-presets";
import { describeRange } from "./describe-range";

const TODAY = "2026-03-03";

describe("date presets", () => {
  it("include both the first and the last day", () => {
    expect(presetRange("today", TODAY)).toEqual({ from: "2026-03-03", to: "2026-03-03" });
    expect(presetRange("7-days", TODAY)).toEqual({ from: "2026-02-25", to: "2026-03-03" });
    expect(presetRange("30-days", TODAY)).toEqual({ from: "2026-02-02", to: "2026-03-03" });
    // Ends today, as on the overview.
    expect(presetRange("this-month", "2028-02-10")).toEqual({ from: "2028-02-01", to: "2028-02-10" });
    expect(presetRange("last-month", "2026-03-31")).toEqual({ from: "2026-02-01", to: "2026-02-28" });
    expect(presetRange("last-month", "2026-01-01")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  });

  it("are recognized by their days", () => {
    expect(findPreset(presetRange("7-days", TODAY), TODAY)).toBe("7-days");
    expect(findPreset({ from: "2026-02-25", to: "2026-03-02" }, TODAY)).toBeNull();
    expect(findPreset({ from: null, to: null }, TODAY)).toBeNull();
  });

  it("are described without repeating the month or year", () => {
    expect(describeRange({ from: null, to: null })).toBe("any date");
    expect(describeRange({ from: TODAY, to: TODAY })).toBe("3 Mar 2026");
    expect(describeRange({ from: "2026-11-01", to: "2026-11-15" })).toBe("1 to 15 Nov 2026");
    expect(describeRange({ from: "2026-02-25", to: "2026-03-03" })).toBe("25 Feb to 3 Mar 2026");
    expect(describeRange({ from: "2025-12-28", to: "2026-01-03" })).toBe("28 Dec 2025 to 3 Jan 2026");
    expect(describeRange({ from: "2026-11-01", to: null })).toBe("from 1 Nov 2026");
    expect(describeRange({ from: null, to: "2026-11-15" })).toBe("until 15 Nov 2026");
  });
});
