export type PhoneNumber = { dialCode: number; phoneNumber: string };

const SEPARATORS = /[\s().-]/g;
const MINIMUM_DIGITS = 4;
const E164_MAXIMUM_DIGITS = 15;

/** What the issuer must refuse: text that is no phone number in any numbering plan. Null when it may be one. */
export function phoneNumberProblem({ dialCode, phoneNumber }: PhoneNumber): string | null {
  const digits = phoneNumber.replace(SEPARATORS, "");
  if (!/^\d+$/.test(digits))
    return "must contain digits only, apart from spaces, dots, hyphens, and parentheses";
  if (digits.length < MINIMUM_DIGITS) return `must have at least ${MINIMUM_DIGITS} digits`;
  if (digits.length + String(dialCode).length > E164_MAXIMUM_DIGITS) {
    return `must have at most ${E164_MAXIMUM_DIGITS} digits together with the dial code`;
  }
  return null;
}

const INTERNATIONAL = /^(?:\(?\s*\+|00)\s*(?<digits>[1-9][\d\s().-]*)$/;
// By the ITU's plan no dial code begins with another one: these stand alone, and all others have three digits.
const SHORT_DIAL_CODE = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;
const TRUNK_ZERO = /^\(0\)\s*/;

/** A number that was written with its dial code ("+44 7911 123456", "0044 …"); null for one without. */
export function splitInternational(text: string): PhoneNumber | null {
  const digits = INTERNATIONAL.exec(text.trim())?.groups?.digits;
  if (!digits) return null;
  const code = SHORT_DIAL_CODE.exec(digits)?.[0] ?? /^\d{3}/.exec(digits)?.[0];
  if (!code) return null;
  const phoneNumber = digits
    .slice(code.length)
    .replace(/^[\s).-]+/, "")
    .replace(TRUNK_ZERO, "")
    .trim();
  return phoneNumber === "" ? null : { dialCode: Number(code), phoneNumber };
}
