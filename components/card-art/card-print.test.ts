import { describe, expect, it } from "vitest";
import { cardPrint } from "./card-print";

const EMBOSSED = { name: "Midnight", embossNameSupported: true };
const PLAIN = { name: "Graphite", embossNameSupported: false };

describe("cardPrint", () => {
  it("prints the design's name and the card's name, not the cardholder's", () => {
    const card = { cardName: "Fleet 12", cardType: "physical", cardholderName: "Ada Lovelace" };
    expect(cardPrint(card, EMBOSSED)).toEqual({ title: "Midnight", name: "Fleet 12" });
  });

  it("prints no name on a physical card whose design doesn't support one", () => {
    expect(cardPrint({ cardName: "Fleet 12", cardType: "physical" }, PLAIN)).toEqual({
      title: "Graphite",
      name: "",
    });
  });

  it("prints a virtual card's name on every design", () => {
    expect(cardPrint({ cardName: "Fleet 12", cardType: "virtual" }, PLAIN).name).toBe("Fleet 12");
  });

  it.each([undefined, { cardName: " ", cardType: "" }])("prints a placeholder for a missing name", (card) => {
    expect(cardPrint(card, EMBOSSED).name).toBe("Name on card");
    expect(cardPrint(undefined, PLAIN).name).toBe("");
  });

  it("leaves out an unknown design's name", () => {
    expect(cardPrint({ cardName: "Fleet 12", cardType: "physical" }, undefined)).toEqual({
      title: "",
      name: "Fleet 12",
    });
  });
});
