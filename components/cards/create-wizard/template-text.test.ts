import { expect, it } from "vitest";
import type { TemplateContent } from "@/lib/domain/cards/card-template";
import { designProblemText, templateFacts, templateSummary } from "./template-text";

const TRAVEL: TemplateContent = {
  customerType: "Business",
  cardType: "virtual",
  cardDesign: "dsg_tide",
  spendLimit: "1250.5",
  expiryMonths: 1,
};
const TIDE = { id: "dsg_tide", name: "Tide", stock: true, default: false, embossNameSupported: true };

it("sums up a template on one line", () => {
  expect(templateSummary(TRAVEL, { designs: [TIDE], currency: "USD" })).toBe(
    "Business · virtual · Tide · USD 1,250.50 · 1 month after issuing",
  );
});

it("says what an empty field means", () => {
  const bare: TemplateContent = { ...TRAVEL, cardDesign: "", spendLimit: "", expiryMonths: null };
  expect(templateFacts(bare, { designs: undefined, currency: null }).map(({ value }) => value)).toEqual([
    "Business",
    "virtual",
    "Program default",
    "0.00 (every purchase is declined)",
    "Three years after issuing (default)",
  ]);
});

it("names a design by its ID if it is gone", () => {
  expect(designProblemText("dsg_old", "gone", [TIDE])).toBe("The design dsg_old no longer exists.");
  expect(designProblemText("dsg_tide", "out-of-stock", [TIDE])).toBe("Tide is out of stock.");
});
