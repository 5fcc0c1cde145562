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
