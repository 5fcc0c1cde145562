import { describe, expect, it } from "vitest";
import { amountErrorText, amountText, parseAmount } from "./amount-text";

describe("amount filter", () => {
  it("describes its range", () => {
    expect(amountText(null, null)).toBe("any");
    expect(amountText("100", null)).toBe("at least 100");
    expect(amountText(null, "500")).toBe("up to 500");
    expect(amountText("100", "500")).toBe("100 to 500");
    expect(amountText("7.50", "7.50")).toBe("7.50");
  });

  it("explains how to write an amount that can't be parsed", () => {
    expect(amountErrorText("1.500")).toBe("Enter 1500 or 1.50");
    expect(amountErrorText("ten")).toBe("Enter an amount, such as 12.50");
  });

  it("parses common formats and distinguishes empty from invalid input", () => {
    expect(parseAmount(" 1,250.50 ")).toBe("1250.50");
    expect(parseAmount("1500,50")).toBe("1500.50");
    expect(parseAmount("-3")).toBe("-3");
    expect(parseAmount("  ")).toBeNull();
    for (const invalid of ["ten", "1e3", "1.23456", "1234567890123", "--1", "1.", "$5", "1.500", "1,500"])
      expect(parseAmount(invalid)).toBeUndefined();
  });
});
