import { describe, expect, it } from "vitest";
import { formatSpendLimit, openingBalanceText } from "./spend-limit-text";

describe("spend limits", () => {
  it("are formatted as money in the review", () => {
    expect(formatSpendLimit(1500, "USD")).toBe("USD 1,500.00");
    expect(formatSpendLimit(1.5, "KWD")).toBe("KWD 1.500");
    expect(formatSpendLimit(1500, null)).toBe("1,500.00 in the card’s currency");
  });

  it("are never rounded, because the review shows the amount that is sent", () => {
    expect(formatSpendLimit(0.005, "USD")).toBe("USD 0.005");
    expect(formatSpendLimit(1234.567, null)).toBe("1,234.567 in the card’s currency");
    expect(formatSpendLimit(1.5, "JPY")).toBe("JPY 1.5");
    expect(openingBalanceText(0.005, "USD")).toBe("It opens with USD 0.005 available.");
  });

  it("are shown as the opening balance once the card is issued", () => {
    expect(openingBalanceText(1500, "USD")).toBe("It opens with USD 1,500.00 available.");
    expect(openingBalanceText(0, "USD")).toBe("It opens with 0.00 available and declines every purchase.");
  });
});
