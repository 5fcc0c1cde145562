// Only its data: its code also brings a table of accents to the browser.
import codes from "i18n-iso-countries/codes.json" with { type: "json" };
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };

/** The first of several is the official one. */
const NAMES: Record<string, string | string[] | undefined> = english.countries;

// Commonly used for Kosovo, but user-assigned and not in ISO 3166-1.
const NOT_IN_ISO = new Set(["XK"]);

export type Country = { alpha2: string; alpha3: string; name: string };

export const COUNTRIES: readonly Country[] = codes
  .map(([alpha2 = "", alpha3 = ""]) => ({ alpha2, alpha3, name: [NAMES[alpha2]].flat()[0] ?? alpha2 }))
  .filter(({ alpha2 }) => !NOT_IN_ISO.has(alpha2))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));

const byAlpha2 = new Map(COUNTRIES.map((country) => [country.alpha2, country]));
const byAlpha3 = new Map(COUNTRIES.map((country) => [country.alpha3, country]));

export function isAlpha2(code: string): boolean {
  return byAlpha2.has(code);
}

export function isAlpha3(code: string): boolean {
  return byAlpha3.has(code);
}

/** By either code; null if it is not in ISO 3166-1. */
export function findCountry(code: string): Country | null {
  return byAlpha2.get(code) ?? byAlpha3.get(code) ?? null;
}
