import { describe, expect, it } from "vitest";
import { COUNTRIES } from "@/lib/domain/countries/countries";
import { rankOptions } from "./rank-options";

const countries = COUNTRIES.map(({ name, alpha3 }) => ({ value: alpha3, label: name, detail: alpha3 }));
const firstOf = (text: string) => rankOptions(countries, text)[0]?.value;

describe("rankOptions", () => {
  it.each([
    ["United States", "USA"],
    ["united kingdom", "GBR"],
    ["usa", "USA"],
    ["niger", "NER"],
    ["guinea", "GIN"],
    ["dominica", "DMA"],
    ["aus", "AUS"],
    ["  India ", "IND"],
    ["aland", "ALA"],
    ["cote d'ivoire", "CIV"],
  ])("ranks the best match for %j first: %s", (text, code) => expect(firstOf(text)).toBe(code));

  it("keeps every option that contains the text, and the original order without a text", () => {
    expect(rankOptions(countries, "land").length).toBeGreaterThan(20);
    expect(rankOptions(countries, " ")).toEqual(countries);
    expect(rankOptions(countries, "no such country")).toEqual([]);
  });

  it("finds a dial code with or without its plus, exact matches first", () => {
    const codes = [1, 20, 212, 33, 44].map((code) => ({ value: `${code}`, label: `+${code}` }));
    expect(rankOptions(codes, "+20")[0]?.value).toBe("20");
    expect(rankOptions(codes, "2").map(({ value }) => value)).toEqual(["20", "212"]);
  });
});
