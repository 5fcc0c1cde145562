import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Reissued } from "./reissue-outcome";

const STILL_FROZEN = "The card is still frozen. Purchases are declined until it’s unfrozen.";

function told(before: string, after: string | null): string {
  return renderToStaticMarkup(
    <Reissued
      option="IDENTICAL_TO_THE_CURRENT_CARD"
      before={{ lastFour: "3820", status: before }}
      after={after === null ? null : { lastFour: "3820", status: after }}
      confirmedAt="2026-11-15T14:03:25.000Z"
      isPhysical
    />,
  );
}

describe("what a reissue tells at its end", () => {
  it("says that the card is still frozen, also where it could not be read afterwards", () => {
    for (const after of ["FROZEN", null]) {
      expect(told("FROZEN", after)).toContain(STILL_FROZEN);
      expect(told("FROZEN", after)).not.toContain("keeps working");
    }
  });

  it("does not say so of a card that can be used", () => {
    expect(told("ACTIVE", "ACTIVE")).not.toContain("frozen");
    expect(told("ACTIVE", "ACTIVE")).toContain("The card ending 3820 keeps working.");
  });
});
