import { expect, it } from "vitest";
import { partsOf } from "./parts";

it("puts each row into its part, whatever their order, and leaves none out", () => {
  const rows = ["2026-11-15", "2026-11-13", "2026-11-13", "2026-11-16", "2026-11-01"].map((day) => ({ day }));
  const { step, parts } = partsOf({ from: "2026-11-13", to: "2026-11-15" }, rows);
  expect(step).toBe("day");
  expect(parts.map(({ short, rows }) => [short, rows.length])).toEqual([
    ["13 Nov", 2],
    ["14 Nov", 0],
    ["15 Nov", 1],
  ]);
});

it("names weeks by their days and months by their names", () => {
  const weeks = partsOf({ from: "2026-01-01", to: "2026-11-15" }, [{ day: "2026-01-11" }]);
  expect(weeks.parts[1]).toMatchObject({
    short: "5 Jan",
    days: "5 to 11 Jan 2026",
    rows: [{ day: "2026-01-11" }],
  });
  const months = partsOf({ from: "2023-01-01", to: "2026-11-15" }, [{ day: "2026-11-15" }]);
  expect(months.parts.at(-1)).toMatchObject({ short: "Nov 2026", rows: [{ day: "2026-11-15" }] });
});
