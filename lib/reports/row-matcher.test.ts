import { describe, expect, it } from "vitest";
import { rowMatcher } from "./row-matcher";

const CELLS = ["CLEARING", "2026-10-01T01:03:46+0000", "Café"];
const finds = (search: string, timeZone: string) => rowMatcher(search, timeZone)(CELLS);

describe("searching a row", () => {
  it("finds a time as shown on screen in the time zone", () => {
    expect(finds("15:03:46", "Pacific/Kiritimati")).toBe(true);
    expect(finds("1 oct 2026, 15:03", "Pacific/Kiritimati")).toBe(true);
    expect(finds("15:03:46", "UTC")).toBe(false);
    expect(finds("1 Oct 2026, 01:03:46", "UTC")).toBe(true);
    // It is the day before in that time zone.
    expect(finds("30 Sep 2026, 15:33:46", "Pacific/Marquesas")).toBe(true);
  });

  it("finds the issuer's original text in any time zone", () => {
    for (const text of ["01:03:46", "2026-10-01", "clear", "CAFÉ", ""])
      expect(finds(text, "Pacific/Kiritimati")).toBe(true);
    expect(finds("02:03:46", "Pacific/Kiritimati")).toBe(false);
  });

  it("uses the offset of each row's day, before and after a clock change", () => {
    const isMatch = rowMatcher("2026, 01:30:00", "Europe/Berlin");
    expect(isMatch(["2026-10-24T23:30:00+0000"])).toBe(true);
    expect(isMatch(["2026-10-26T00:30:00+0000"])).toBe(true);
    expect(isMatch(["2026-10-25T23:30:00+0000"])).toBe(false);
  });
});
