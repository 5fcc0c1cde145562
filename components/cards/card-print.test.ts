import { describe, expect, it } from "vitest";
import { cardPrint } from "./card-print";

const EMBOSSED = { name: "Midnight", embossNameSupported: true };
const PLAIN = { name: "Graphite", embossNameSupported: false };

describe("what is printed on a card's front", () => {
  it("is the design's name, and the name on the card: never the cardholder's", () => {
    const card = { cardName: "Fleet 12", cardType: "physical", cardholderName: "Ada Lovelace" };
    expect(cardPrint(card, EMBOSSED)).toEqual({ title: "Midnight", name: "Fleet 12" });
  });

  it("has no name on plastic whose design takes none", () => {
    expect(cardPrint({ cardName: "Fleet 12", cardType: "physical" }, PLAIN)).toEqual({
      title: "Graphite",
      name: "",
    });
  });

  it("has the name of a virtual card on every design", () => {
    expect(cardPrint({ cardName: "Fleet 12", cardType: "virtual" }, PLAIN).name).toBe("Fleet 12");
  });

  it.each([undefined, { cardName: " ", cardType: "" }])(
    "holds the place of a name not chosen yet",
    (card) => {
      expect(cardPrint(card, EMBOSSED).name).toBe("Name on card");
      expect(cardPrint(undefined, PLAIN).name).toBe("");
    },
  );

  it("leaves out what is not known of the design", () => {
    expect(cardPrint({ cardName: "Fleet 12", cardType: "physical" }, undefined)).toEqual({
      title: "",
      name: "Fleet 12",
    });
  });
});
