import { expect, it } from "vitest";
import { formatPeriod, reportFileName } from "./report";

it("names a month by its month, and a day by its day", () => {
  expect(formatPeriod("monthly", "2026-01-01")).toBe("Jan 2026");
  expect(formatPeriod("daily", "2026-01-03")).toBe("3 Jan 2026");
  expect(formatPeriod("a type of tomorrow", "2026-01-03")).toBe("3 Jan 2026");
  expect(reportFileName("monthly", "2026-01-01", "xlsx")).toBe("monthly-2026-01.xlsx");
  expect(reportFileName("daily", "2026-01-03", "csv")).toBe("daily-2026-01-03.csv");
});
