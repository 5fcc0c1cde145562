import { describe, expect, it } from "vitest";
import { amountHelp, amountWords, readAmount } from "./amount-words";

describe("an amount filter", () => {
  it("says what it lets through", () => {
    expect(amountWords(null, null)).toBe("any");
    expect(amountWords("100", null)).toBe("from 100");
    expect(amountWords(null, "500")).toBe("up to 500");
    expect(amountWords("100", "500")).toBe("100 to 500");
    expect(amountWords("7.50", "7.50")).toBe("7.50");
  });

  it("says how to write what could not be read", () => {
    expect(amountHelp("1.500")).toBe("Enter 1500 or 1.50");
    expect(amountHelp("ten")).toBe("An amount, such as 12.50");
  });

  it("reads what people type, and tells nothing from nonsense", () => {
    expect(readAmount(" 1,250.50 ")).toBe("1250.50");
    expect(readAmount("1500,50")).toBe("1500.50");
    expect(readAmount("-3")).toBe("-3");
    expect(readAmount("  ")).toBeNull();
    for (const nonsense of ["ten", "1e3", "1.23456", "1234567890123", "--1", "1.", "$5", "1.500", "1,500"])
      expect(readAmount(nonsense)).toBeUndefined();
  });
});
