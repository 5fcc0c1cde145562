import { describe, expect, it } from "vitest";
import { areGapsExplained } from "./explain-gaps";

describe("gaps between balances", () => {
  it.each([
    { gaps: [], effects: [], fees: 0n, name: "none" },
    { gaps: [-10n], effects: [-7n, -10n], fees: 0n, name: "of one missing row" },
    { gaps: [-17n], effects: [-7n, -10n], fees: 0n, name: "of two rows next to each other" },
    { gaps: [-5n, -17n], effects: [-7n, -5n, -10n], fees: 0n, name: "of one row, and of two" },
    { gaps: [-8n], effects: [-10n], fees: 2n, name: "of a row with fees" },
    { gaps: [-8n], effects: [-7n, -10n], fees: 2n, name: "of the row with all fees" },
    { gaps: [-6n, -8n], effects: [-7n, -10n], fees: 3n, name: "of two rows with fees" },
  ])("are explained: $name", ({ gaps, effects, fees }) => {
    expect(areGapsExplained(gaps, { effects, fees })).toBe(true);
  });

  it.each([
    { gaps: [-10n], effects: [], fees: 0n, name: "nothing is missing" },
    { gaps: [-10n], effects: [-11n], fees: 0n, name: "almost the amount" },
    { gaps: [10n], effects: [-10n], fees: 0n, name: "the other direction" },
    { gaps: [-10n, -10n], effects: [-10n], fees: 0n, name: "one row for two gaps" },
    { gaps: [-10n, 10n], effects: [], fees: 0n, name: "gaps that cancel each other out" },
    { gaps: [-9n], effects: [-10n], fees: 2n, name: "other fees" },
  ])("are not explained: $name", ({ gaps, effects, fees }) => {
    expect(areGapsExplained(gaps, { effects, fees })).toBe(false);
  });
});
