import { describe, expect, it } from "vitest";
import { layoutBridge } from "./layout-bridge";

const bridge = {
  currency: "USD",
  parts: [
    { name: "purchases" as const, amount: "100.00" },
    { name: "refunds" as const, amount: "-20.00" },
    { name: "unexplained" as const, amount: "0.00" },
  ],
  settled: "80.00",
};

describe("the drawing of a bridge", () => {
  it("begins each part where the one before ended, and ends with the sum", () => {
    const { bars, zeroY } = layoutBridge(bridge);
    expect(bars.map(({ name, tone, y, height }) => [name, tone, Math.round(y), Math.round(height)])).toEqual([
      ["Purchases", "up", 0, 100],
      ["Refunds", "down", 0, 20],
      ["Unexplained", "unexplained", 20, 0],
      ["Settled", "total", 20, 80],
    ]);
    expect(zeroY).toBe(100);
  });

  it("stays inside the drawing if the sum is negative or nothing happened", () => {
    const refunds = { ...bridge, parts: [{ name: "refunds" as const, amount: "-5.00" }], settled: "-5.00" };
    expect(layoutBridge(refunds)).toMatchObject({
      zeroY: 0,
      bars: [
        { y: 0, height: 100 },
        { y: 0, height: 100 },
      ],
    });
    const nothing = { ...bridge, parts: [{ name: "refunds" as const, amount: "0.00" }], settled: "0.00" };
    for (const { y, height } of layoutBridge(nothing).bars) expect([y, height]).toEqual([100, 0]);
  });
});
