import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from "libphonenumber-js";
import type { PhoneNumber } from "./phone";

// Separate from lib/domain/countries/phone.ts, because the numbering plans are large and needed only where a country is
// chosen.

/** Each dial code with its countries: 1 → US, CA, … */
export function dialCodes(): Map<number, string[]> {
  const codes = new Map<number, string[]>();
  for (const country of getCountries()) {
    const code = Number(getCountryCallingCode(country));
    codes.set(code, [...(codes.get(code) ?? []), country]);
  }
  return codes;
}

/** Whether the number is valid in the country's numbering plan: a hint, not a reason to reject it. */
export function isPlausiblePhone({ dialCode, phoneNumber }: PhoneNumber): boolean {
  return parsePhoneNumberFromString(`+${dialCode}${phoneNumber.replace(/\D/g, "")}`)?.isValid() ?? false;
}

/** The number as dialed from abroad, and the prefix that is dialed only inside the country. */
export type TrunkSplit = { prefix: string; phoneNumber: string };

/** "06 12 34 56 78" with +33 becomes 0 and "6 12 34 56 78"; null if the plan has no such prefix, as in Italy. */
export function splitTrunkPrefix({ dialCode, phoneNumber }: PhoneNumber): TrunkSplit | null {
  const digits = phoneNumber.replace(/\D/g, "");
  const parsed = parsePhoneNumberFromString(`+${dialCode}${digits}`);
  if (!parsed?.isValid() || !digits.endsWith(parsed.nationalNumber)) return null;
  const prefix = digits.slice(0, -parsed.nationalNumber.length);
  if (prefix === "") return null;
  const typedPrefix = new RegExp(`^\\D*${[...prefix].join("\\D*")}\\D*`);
  // An opening bracket may come before the prefix.
  return { prefix, phoneNumber: phoneNumber.replace(typedPrefix, "").replace(/[()]/g, "").trim() };
}
