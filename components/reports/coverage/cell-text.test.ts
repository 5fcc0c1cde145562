import { describe, expect, it } from "vitest";
import type { CoverageCell } from "@/lib/domain/reports/coverage";
import { cellText, stepOf } from "./cell-text";

function cell(change: Partial<CoverageCell>): CoverageCell {
  return {
    type: "daily",
    date: "2026-11-03",
    state: "missing",
    reportId: null,
    availableFrom: null,
    reason: null,
    ...change,
  };
}

describe("a cell's text", () => {
  it.each([
    [{}, "Daily settlement, 3 Nov 2026: missing. Press Enter to request it."],
    [
      { state: "here", reportId: "1" },
      "Daily settlement, 3 Nov 2026: ready. Press Enter to open it, Space to select it.",
    ],
    [
      { state: "unavailable", availableFrom: "2026-11-05" },
      "Daily settlement, 3 Nov 2026: not available yet. Available from 5 Nov 2026, 00:00 UTC. Press Enter to request it as soon as it is available.",
    ],
    [
      { state: "scheduled", availableFrom: "2026-11-05" },
      "Daily settlement, 3 Nov 2026: scheduled. Available from 5 Nov 2026, 00:00 UTC.",
    ],
    [
      { state: "failed", reportId: "1", reason: "The issuer rejected the request." },
      "Daily settlement, 3 Nov 2026: failed. The issuer rejected the request. Press Enter to open it.",
    ],
  ] as const)("%o", (change, expected) => expect(cellText(cell(change), true)).toBe(expected));

  it("offers no request to a person who may not request", () => {
    expect(stepOf(cell({}), false)).toBeNull();
    expect(cellText(cell({}), false)).toBe("Daily settlement, 3 Nov 2026: missing.");
    expect(stepOf(cell({ state: "here", reportId: "1" }), false)).toBe("open");
  });

  it("offers a request again for what was canceled", () => {
    expect(stepOf(cell({ reportId: "1" }), true)).toBe("request");
  });
});
