import { describe, expect, it } from "vitest";
import { openingBalanceWords, spendLimitWords } from "./spend-limit-words";

describe("a spend limit", () => {
  it("is written as money in the review", () => {
    expect(spendLimitWords(1500, "USD")).toBe("USD 1,500.00");
    expect(spendLimitWords(1.5, "KWD")).toBe("KWD 1.500");
    expect(spendLimitWords(1500, null)).toBe("1,500.00 in the card’s currency");
  });

  it("is never rounded: the review shows the amount that is sent", () => {
    expect(spendLimitWords(0.005, "USD")).toBe("USD 0.005");
    expect(spendLimitWords(1234.567, null)).toBe("1,234.567 in the card’s currency");
    expect(spendLimitWords(1.5, "JPY")).toBe("JPY 1.5");
    expect(openingBalanceWords(0.005, "USD")).toBe("It opens with USD 0.005 available.");
  });

  it("is told as the opening balance once the card is issued", () => {
    expect(openingBalanceWords(1500, "USD")).toBe("It opens with USD 1,500.00 available.");
    expect(openingBalanceWords(0, "USD")).toBe("It opens with 0.00 available and declines every purchase.");
  });
});
