import { describe, expect, it } from "vitest";
import { stepsFrom } from "./transaction-steps";

describe("a transaction", () => {
  it.each([
    ["PENDING", ["clear", "reverse"]],
    ["CLEARED", ["refund"]],
    ["DECLINED", []],
    ["REFUNDED", []],
    ["SOMETHING_NEW", []],
  ])("can go from %s to %j", (status, steps) => {
    expect(stepsFrom(status)).toEqual(steps);
  });
});
