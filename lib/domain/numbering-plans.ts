import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from "libphonenumber-js";
import type { PhoneNumber } from "./phone";

// Apart from the rules of lib/domain/phone.ts: every country's plan is heavy, and only where one is chosen needed.

/** Dial codes with the countries that share them: 1 → US, CA, … */
export function dialCodes(): Map<number, string[]> {
  const codes = new Map<number, string[]>();
  for (const country of getCountries()) {
    const code = Number(getCountryCallingCode(country));
    codes.set(code, [...(codes.get(code) ?? []), country]);
  }
  return codes;
}

/** Whether dial code and number fit together in that country's numbering plan: advice, not a refusal. */
export function isPlausiblePhone({ dialCode, phoneNumber }: PhoneNumber): boolean {
  return parsePhoneNumberFromString(`+${dialCode}${phoneNumber.replace(/\D/g, "")}`)?.isValid() ?? false;
}

/** A number as it is dialed from abroad, and the prefix before it that is dialed only inside its country. */
export type TrunkSplit = { prefix: string; phoneNumber: string };

/** "06 12 34 56 78" of +33 is 0 and "6 12 34 56 78"; null where the plan has no such prefix, as in Italy. */
export function splitTrunkPrefix({ dialCode, phoneNumber }: PhoneNumber): TrunkSplit | null {
  const digits = phoneNumber.replace(/\D/g, "");
  const parsed = parsePhoneNumberFromString(`+${dialCode}${digits}`);
  if (!parsed?.isValid() || !digits.endsWith(parsed.nationalNumber)) return null;
  const prefix = digits.slice(0, -parsed.nationalNumber.length);
  if (prefix === "") return null;
  const typedPrefix = new RegExp(`^\\D*${[...prefix].join("\\D*")}\\D*`);
  // A bracket may have been opened before the prefix.
  return { prefix, phoneNumber: phoneNumber.replace(typedPrefix, "").replace(/[()]/g, "").trim() };
}
