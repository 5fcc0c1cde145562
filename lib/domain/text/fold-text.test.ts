import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldForm, foldFormAndCase } from "./fold-text";

describe("the folded form of a text", () => {
  it.each([
    ["José Café".normalize("NFD"), "José Café"],
    ["Zoë Ångström".normalize("NFD"), "Zoë Ångström"],
    ["Ada  Lovelace", "Ada Lovelace"],
    ["Ada\u00a0Lovelace", "Ada Lovelace"],
    ["Ada\u3164Lovelace\u2800", "Ada Lovelace"],
    ["Ada\tLovelace\n", "Ada Lovelace"],
    ["Ada Love\u200blace\ufeff", "Ada Lovelace"],
    ["e\u200b\u0301", "é"],
    ["Ａda", "Ada"],
    ["\u3164\u2800\u200b", ""],
  ])("%j is %j", (text, folded) => {
    expect(foldForm(text)).toBe(folded);
  });

  it("keeps the letter case, unless it is folded too", () => {
    expect(foldForm("c_A1")).not.toBe(foldForm("c_a1"));
    expect(foldFormAndCase("STRASSE É")).toBe(foldFormAndCase("Straße é".normalize("NFD")));
    expect(foldFormAndCase("ΟΔΟΣ")).toBe(foldFormAndCase("οδός".normalize("NFD").replace("\u0301", "")));
  });

  it("stays the same if it is folded again", () => {
    for (const fold of [foldForm, foldFormAndCase])
      fc.assert(
        fc.property(fc.string({ unit: "binary" }), (text) => {
          expect(fold(fold(text))).toBe(fold(text));
        }),
        { numRuns: 300 },
      );
  });
});
