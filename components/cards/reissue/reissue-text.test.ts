import { describe, expect, it } from "vitest";
import { compromiseWarning } from "./reissue-text";

describe("compromiseWarning", () => {
  it("says that the old card can still be used", () => {
    for (const cause of ["lost", "stolen", "fraud"] as const)
      expect(compromiseWarning("IDENTICAL_TO_THE_CURRENT_CARD", cause)).toBe(
        "Anyone who has the old card can use it again once it’s unfrozen. A new number is safer.",
      );
  });

  it("says that the old number can still be read", () => {
    expect(compromiseWarning("CALCULATE_NEW_EXPIRY_DATE", "stolen")).toBe(
      "The number stays the same, so anyone who has the old card can still read it. A new number is safer.",
    );
  });

  it("is null for a new number, another cause or no cause", () => {
    expect(compromiseWarning("NEW_CARD_NUMBER_WITH_SAME_EXPIRY_DATE", "stolen")).toBeNull();
    expect(compromiseWarning("IDENTICAL_TO_THE_CURRENT_CARD", "damaged")).toBeNull();
    expect(compromiseWarning("IDENTICAL_TO_THE_CURRENT_CARD", null)).toBeNull();
  });
});
