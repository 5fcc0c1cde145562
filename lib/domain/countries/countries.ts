import countries from "i18n-iso-countries";
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };

countries.registerLocale(english);

// Commonly used for Kosovo, but user-assigned and not in ISO 3166-1.
const NOT_IN_ISO = new Set(["XK"]);

export type Country = { alpha2: string; alpha3: string; name: string };

export const COUNTRIES: readonly Country[] = Object.entries(countries.getAlpha2Codes())
  .filter(([alpha2]) => !NOT_IN_ISO.has(alpha2))
  .map(([alpha2, alpha3]) => ({ alpha2, alpha3, name: countries.getName(alpha2, "en") ?? alpha2 }))
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
