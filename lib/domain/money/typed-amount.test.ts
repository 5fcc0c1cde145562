import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupThousands } from "./numbers";
import { amountQuestion, toPlainDecimal } from "./typed-amount";

describe("toPlainDecimal", () => {
  it.each([
    ["500", "500"],
    [" 12.50 ", "12.50"],
    [".5", ".5"],
    ["-1", "-1"],
    ["1,500.50", "1500.50"],
    ["1 000", "1000"],
    ["0.500", "0.500"],
    ["1500.500", "1500.500"],
    ["1.5000", "1.5000"],
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
    "1.500",
    "1,500",
    "-12.345",
    "123,456",
    "1.500.50",
    "1,2345",
    "USD 5",
    "٥٠٠",
  ])("doesn't guess %j", (text) => expect(toPlainDecimal(text)).toBeNull());

  it("reads every amount in our own format", () => {
    const cents = fc.integer({ min: -1e12, max: 1e12 });
    fc.assert(
      fc.property(cents, (amount) => {
        const decimal = (amount / 100).toFixed(2);
        expect(toPlainDecimal(groupThousands(decimal))).toBe(decimal);
      }),
    );
  });
});

describe("amountQuestion", () => {
  it.each([
    ["1.500", "enter 1500 or 1.50"],
    ["1,500", "enter 1500 or 1.50"],
    [" 1.234 ", "enter 1234 or 1.2340"],
    ["-12,340", "enter -12340 or -12.34"],
    ["123.000", "enter 123000 or 123.00"],
  ])("asks about %j: %s", (text, question) => expect(amountQuestion(text)).toBe(question));

  it("offers two unambiguous amounts with the possible meanings", () => {
    const digits = (min: number, max: number) => fc.integer({ min, max }).map(String);
    const fraction = fc.integer({ min: 0, max: 999 }).map((figures) => String(figures).padStart(3, "0"));
    fc.assert(
      fc.property(digits(1, 999), fc.constantFrom(".", ","), fraction, (whole, separator, rest) => {
        const [, thousands = "", decimal = ""] =
          /^enter (\S+) or (\S+)$/.exec(amountQuestion(`${whole}${separator}${rest}`) ?? "") ?? [];
        expect(toPlainDecimal(thousands)).toBe(`${whole}${rest}`);
        expect(Number(toPlainDecimal(decimal))).toBe(Number(`${whole}.${rest}`));
      }),
    );
  });

  it.each(["1500", "1.50", "0.500", "1500.500", "1,500.00", "1.234.567", "ten"])("is null for %j", (text) =>
    expect(amountQuestion(text)).toBeNull(),
  );
});
