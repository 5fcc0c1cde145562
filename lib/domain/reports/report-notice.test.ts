import { describe, expect, it } from "vitest";
import { describeNotice, type NoticeItem } from "./report-notice";

function item(type: string, date: string, isLate = false): NoticeItem {
  return { type, date, reportId: `id-${date}`, isLate };
}

describe("a notice", () => {
  it("about one file leads to it", () => {
    expect(describeNotice("arrived", [item("daily", "2026-11-12")])).toEqual({
      title: "Daily settlement, 12 Nov 2026: ready",
      lines: [],
      href: "/reports/id-2026-11-12",
    });
    expect(describeNotice("arrived", [item("monthly", "2026-10-31", true)]).title).toBe(
      "Monthly settlement, Oct 2026: ready, late",
    );
    expect(describeNotice("failed", [item("fee", "2026-11-12")]).title).toBe(
      "Cardholder fees, 12 Nov 2026: failed",
    );
  });

  it("about a catch-up names its period and how many were late", () => {
    const files = [
      item("daily", "2026-11-05", true),
      item("daily", "2026-11-03", true),
      item("daily", "2026-11-04"),
    ];
    expect(describeNotice("arrived", files)).toEqual({
      title: "Daily settlement, 3 Nov 2026 to 5 Nov 2026: 3 files ready, 2 of them late",
      lines: ["Daily settlement, 3 Nov 2026 to 5 Nov 2026: 3 files"],
      href: "/reports/coverage?month=2026-11",
    });
  });

  it("about several types lists each", () => {
    const files = [item("daily", "2026-11-03"), item("fee", "2026-11-03"), item("fee", "2026-11-04")];
    expect(describeNotice("late", files)).toMatchObject({
      title: "3 reports, 3 Nov 2026 to 4 Nov 2026: late",
      lines: ["Daily settlement, 3 Nov 2026: 1 file", "Cardholder fees, 3 Nov 2026 to 4 Nov 2026: 2 files"],
    });
  });
});
