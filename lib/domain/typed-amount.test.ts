import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupThousands } from "./numbers";
import { toPlainDecimal } from "./typed-amount";

describe("toPlainDecimal", () => {
  it.each([
    ["500", "500"],
    [" 12.50 ", "12.50"],
    [".5", ".5"],
    ["-1", "-1"],
    ["1,500.50", "1500.50"],
    ["1,000", "1000"],
    ["12,345,678", "12345678"],
    ["1 500.50", "1500.50"],
    ["1 500,50", "1500.50"],
    ["1\u202f500,50", "1500.50"],
    ["1’500.50", "1500.50"],
    ["1.500,50", "1500.50"],
    ["1.234.567", "1234567"],
    ["1500,50", "1500.50"],
    ["-1,500.50", "-1500.50"],
  ])("reads %j as %s", (text, decimal) => expect(toPlainDecimal(text)).toBe(decimal));

  it.each([
    "",
    "ten",
    "0x10",
    "Infinity",
    "-",
    ".",
    "1,50,000",
    "1,500,50",
    "1,500 000",
    "0,500",
    "1.500.50",
    "1,2345",
    "USD 5",
    "٥٠٠",
  ])("does not guess at %j", (text) => expect(toPlainDecimal(text)).toBeNull());

  it("understands every amount as this product writes it", () => {
    const cents = fc.integer({ min: -1e12, max: 1e12 });
    fc.assert(
      fc.property(cents, (amount) => {
        const decimal = (amount / 100).toFixed(2);
        expect(toPlainDecimal(groupThousands(decimal))).toBe(decimal);
      }),
    );
  });
});
