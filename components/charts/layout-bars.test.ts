import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAxisValue, layoutBars } from "./layout-bars";

describe("layoutBars", () => {
  it("stacks the series with heights proportional to their values", () => {
    const { bars, ticks } = layoutBars([
      [30, 10],
      [0, 0],
      [100, 0],
    ]);
    expect(bars.map(({ part, series }) => [part, series])).toEqual([
      [0, 0],
      [2, 0],
      [0, 1],
    ]);
    const [low, tall, high] = bars;
    expect(tall?.height).toBeCloseTo(100);
    expect(low?.height).toBeCloseTo(30);
    expect(high?.height).toBeCloseTo(10);
    expect((high?.y ?? 0) + (high?.height ?? 0)).toBeCloseTo(low?.y ?? -1);
    expect(ticks.at(-1)).toEqual({ value: 100, y: 0 });
  });

  it("returns no bars and no ticks without values", () => {
    expect(layoutBars([[0], [0]])).toMatchObject({ bars: [], ticks: [] });
    expect(layoutBars([])).toMatchObject({ bars: [], ticks: [] });
  });

  it("keeps every bar inside the plot", () => {
    const amount = fc.double({ min: 0, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 100 }), (values) => {
        for (const { x, y, width, height } of layoutBars(values).bars) {
          expect(Math.min(x, y, height)).toBeGreaterThanOrEqual(-1e-6);
          expect(x + width).toBeLessThanOrEqual(100 + 1e-6);
          expect(y + height).toBeLessThanOrEqual(100 + 1e-6);
        }
      }),
    );
  });
});

it("formats axis values in compact notation", () => {
  expect([0.5, 20, 1500, 1_200_000].map(formatAxisValue)).toEqual(["0.5", "20", "1.5K", "1.2M"]);
});
