import { expect, it } from "vitest";
import { groupByPart } from "./group-by-part";

it("groups rows by part in any order and includes empty parts", () => {
  const rows = ["2026-11-15", "2026-11-13", "2026-11-13", "2026-11-16", "2026-11-01"].map((day) => ({ day }));
  const { step, parts } = groupByPart({ from: "2026-11-13", to: "2026-11-15" }, rows);
  expect(step).toBe("day");
  expect(parts.map(({ shortLabel, rows }) => [shortLabel, rows.length])).toEqual([
    ["13 Nov", 2],
    ["14 Nov", 0],
    ["15 Nov", 1],
  ]);
});

it("labels weeks by their days and months by name", () => {
  const weeks = groupByPart({ from: "2026-01-01", to: "2026-11-15" }, [{ day: "2026-01-11" }]);
  expect(weeks.parts[1]).toMatchObject({
    shortLabel: "5 Jan",
    days: "5 to 11 Jan 2026",
    rows: [{ day: "2026-01-11" }],
  });
  const months = groupByPart({ from: "2023-01-01", to: "2026-11-15" }, [{ day: "2026-11-15" }]);
  expect(months.parts.at(-1)).toMatchObject({ shortLabel: "Nov 2026", rows: [{ day: "2026-11-15" }] });
});
