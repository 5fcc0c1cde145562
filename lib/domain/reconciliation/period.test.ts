import { describe, expect, it } from "vitest";
import { MonthInput, monthOf, PeriodInput, parsePeriod, periodHref, periodName } from "./period";

describe("a period", () => {
  it("is a day or a month", () => {
    expect(parsePeriod("2026-10-05")).toEqual({ kind: "day", from: "2026-10-05", to: "2026-10-05" });
    expect(parsePeriod("2028-02")).toEqual({ kind: "month", from: "2028-02-01", to: "2028-02-29" });
  });

  it.each(["", "2026", "2026-13", "2026-10-32", "2026-1", "x2026-10", "2026-10-05 "])("is not %j", (text) => {
    expect(parsePeriod(text)).toBeNull();
    expect(PeriodInput.safeParse(text).success).toBe(false);
  });

  it("has a name and a place", () => {
    const month = monthOf("2026-10-05");
    expect([periodName(month), periodHref(month)]).toEqual(["Oct 2026", "/reconciliation/2026-10"]);
    const day = { kind: "day", from: "2026-10-05", to: "2026-10-05" } as const;
    expect([periodName(day), periodHref(day)]).toEqual(["5 Oct 2026", "/reconciliation/2026-10-05"]);
    expect(MonthInput.safeParse("2026-10-05").success).toBe(false);
  });
});
