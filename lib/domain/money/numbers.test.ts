import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countOf, formatCount, groupThousands } from "./numbers";

describe("formatCount", () => {
  it("formats every integer like Intl", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (count) => {
        expect(formatCount(count)).toBe(new Intl.NumberFormat("en").format(count));
      }),
    );
  });
});

describe("countOf", () => {
  it.each([
    [0, "0 cards"],
    [1, "1 card"],
    [12_345, "12,345 cards"],
  ])("formats %i as %s", (count, expected) => expect(countOf(count, "card")).toBe(expected));
});

describe("groupThousands", () => {
  it.each([
    ["0", "0"],
    ["999", "999"],
    ["1000", "1,000"],
    ["-100", "-100"],
    ["-1234567.8901", "-1,234,567.8901"],
  ])("formats %s as %s", (from, expected) => expect(groupThousands(from)).toBe(expected));
});
