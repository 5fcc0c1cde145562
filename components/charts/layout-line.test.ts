import { describe, expect, it } from "vitest";
import { layoutLine } from "./layout-line";

describe("layoutLine", () => {
  it("keeps points inside the plot in the order of their values, including negative ones", () => {
    const { points, ticks } = layoutLine([-50, 100, 25]);
    const [first, second, third] = points;
    expect(points.every(({ x, y }) => x >= 0 && x <= 100 && y >= 0 && y <= 100)).toBe(true);
    expect(second?.y).toBeLessThan(third?.y ?? 0);
    expect(third?.y).toBeLessThan(first?.y ?? 0);
    expect(ticks.length).toBeGreaterThan(1);
  });

  it("handles a single day and equal values", () => {
    expect(layoutLine([7]).points).toEqual([{ x: 50, y: expect.any(Number) }]);
    for (const { y } of layoutLine([0, 0, 0]).points) expect(y).toBeCloseTo(50, 0);
  });
});
