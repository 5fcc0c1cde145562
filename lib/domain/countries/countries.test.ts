import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COUNTRIES, findCountry, isAlpha2, isAlpha3 } from "./countries";

describe("countries", () => {
  it("are the 249 of ISO 3166-1, each with two codes and a name", () => {
    expect(COUNTRIES).toHaveLength(249);
    expect(new Set(COUNTRIES.map(({ alpha2 }) => alpha2)).size).toBe(249);
    expect(new Set(COUNTRIES.map(({ alpha3 }) => alpha3)).size).toBe(249);
    expect(new Set(COUNTRIES.map(({ name }) => name)).size).toBe(249);
    for (const { alpha2, alpha3, name } of COUNTRIES) {
      expect(alpha2).toMatch(/^[A-Z]{2}$/);
      expect(alpha3).toMatch(/^[A-Z]{3}$/);
      expect(name.length).toBeGreaterThan(3);
    }
  });

  it("are sorted alphabetically in English", () => {
    const names = COUNTRIES.map(({ name }) => name);
    expect(names).toEqual([...names].sort(new Intl.Collator("en").compare));
    expect(names[0]).toBe("Afghanistan");
  });

  it.each([
    ["GB", "GBR"],
    ["US", "USA"],
    ["DE", "DEU"],
    ["CH", "CHE"],
    ["HK", "HKG"],
    ["TW", "TWN"],
    ["AX", "ALA"],
    ["BQ", "BES"],
    ["SS", "SSD"],
    ["CW", "CUW"],
    ["ZW", "ZWE"],
  ])("include %s as %s", (alpha2, alpha3) => {
    expect(isAlpha2(alpha2)).toBe(true);
    expect(isAlpha3(alpha3)).toBe(true);
    expect(findCountry(alpha2)).toBe(findCountry(alpha3));
    expect(findCountry(alpha2)).toMatchObject({ alpha2, alpha3 });
  });

  it.each([
    "",
    "G",
    "gb",
    "gbr",
    "GB ",
    "UK",
    "EU",
    "XK",
    "XKK",
    "XKX",
    "AN",
    "ANT",
    "YU",
    "SU",
    "826",
    "ÅX",
  ])("don't include %j", (code) => {
    expect(isAlpha2(code)).toBe(false);
    expect(isAlpha3(code)).toBe(false);
    expect(findCountry(code)).toBeNull();
  });

  it("have no code that is both alpha-2 and alpha-3", () => {
    for (const { alpha2, alpha3 } of COUNTRIES) {
      expect(isAlpha3(alpha2)).toBe(false);
      expect(isAlpha2(alpha3)).toBe(false);
    }
  });

  it("return nothing for any other text", () => {
    const codes = new Set(COUNTRIES.flatMap(({ alpha2, alpha3 }) => [alpha2, alpha3]));
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[A-Z]{2,3}$/),
      fc.constantFrom("__proto__", "toString"),
    );
    fc.assert(
      fc.property(text, (code) => {
        expect(findCountry(code) !== null).toBe(codes.has(code));
      }),
    );
  });
});
