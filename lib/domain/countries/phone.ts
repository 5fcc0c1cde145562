export type PhoneNumber = { dialCode: number; phoneNumber: string };

const SEPARATORS = /[\s().-]/g;
const MINIMUM_DIGITS = 4;
const E164_MAXIMUM_DIGITS = 15;

/** Null if the text can be a phone number in some numbering plan. */
export function phoneNumberProblem({ dialCode, phoneNumber }: PhoneNumber): string | null {
  const digits = phoneNumber.replace(SEPARATORS, "");
  if (!/^\d+$/.test(digits))
    return "must contain digits only, apart from spaces, dots, hyphens, and parentheses";
  if (digits.length < MINIMUM_DIGITS) return `must have at least ${MINIMUM_DIGITS} digits`;
  if (digits.length + String(dialCode).length > E164_MAXIMUM_DIGITS) {
    return `must have at most ${E164_MAXIMUM_DIGITS} digits including the country code`;
  }
  return null;
}

const INTERNATIONAL = /^(?:\(?\s*\+|00)\s*(?<digits>[1-9][\d\s().-]*)$/;
// By the ITU's plan no dial code is a prefix of another one: these have one or two digits, all others three.
const SHORT_DIAL_CODE = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;
const TRUNK_ZERO = /^\(0\)\s*/;

/** Splits "+44 7911 123456" or "0044 …"; null if there is no dial code. */
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
