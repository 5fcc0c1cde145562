import fc from "fast-check";
import { expect, it } from "vitest";
import { layoutMinutes } from "./layout-minutes";

it("begins at zero and uses one scale for all lines", () => {
  const { paths, top } = layoutMinutes([
    [0, 50, 100],
    [100, 100, 0],
  ]);
  expect(top).toBe(100);
  expect(paths).toEqual(["M0,100L50,50L100,0", "M0,0L50,0L100,100"]);
});

it("interrupts a line where it has no value, and draws a single value as a point", () => {
  expect(layoutMinutes([[10, 10, null, 10, null]]).paths).toEqual(["M0,0L25,0M75,0Z"]);
  expect(layoutMinutes([[null, null]])).toEqual({ paths: [""], top: null });
});

it("shows zeros on the ground, not as a gap", () => {
  expect(layoutMinutes([[0, 0]])).toEqual({ paths: ["M0,100L100,100"], top: 1 });
  expect(layoutMinutes([])).toEqual({ paths: [], top: null });
});

it("keeps every point inside the plot", () => {
  const value = fc.option(fc.double({ min: 0, max: 1e12, noNaN: true }));
  fc.assert(
    fc.property(fc.array(fc.array(value, { maxLength: 60 }), { maxLength: 4 }), (lines) => {
      for (const path of layoutMinutes(lines).paths)
        for (const coordinate of path.match(/[\d.e-]+/g) ?? []) {
          expect(Number(coordinate)).toBeGreaterThanOrEqual(0);
          expect(Number(coordinate)).toBeLessThanOrEqual(100);
        }
    }),
  );
});
