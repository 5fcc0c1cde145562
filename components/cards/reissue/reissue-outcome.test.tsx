import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { CardReissued } from "./reissue-outcome";

const FROZEN = "The card is frozen. Purchases are declined until it’s unfrozen.";

function rendered(before: string, after: string | null): string {
  return renderToStaticMarkup(
    <CardReissued
      option="IDENTICAL_TO_THE_CURRENT_CARD"
      before={{ lastFour: "3820", status: before }}
      after={after === null ? null : { lastFour: "3820", status: after }}
      confirmedAt="2026-11-15T14:03:25.000Z"
      isPhysical
    />,
  );
}

describe("the outcome of a reissue", () => {
  it("says that the card is frozen, even if it couldn't be read afterward", () => {
    for (const after of ["FROZEN", null]) {
      expect(rendered("FROZEN", after)).toContain(FROZEN);
      expect(rendered("FROZEN", after)).not.toContain("keeps working");
    }
  });

  it("doesn't say so for an active card", () => {
    expect(rendered("ACTIVE", "ACTIVE")).not.toContain("frozen");
    expect(rendered("ACTIVE", "ACTIVE")).toContain("The card ending in 3820 keeps working.");
  });
});
