export type PhoneNumber = { dialCode: number; phoneNumber: string };

const SEPARATORS = /[\s().-]/g;
const MINIMUM_DIGITS = 4;
const E164_MAXIMUM_DIGITS = 15;

/** What the issuer must refuse: text that is no phone number in any numbering plan. Null when it may be one. */
export function phoneNumberProblem({ dialCode, phoneNumber }: PhoneNumber): string | null {
  const digits = phoneNumber.replace(SEPARATORS, "");
  if (!/^\d+$/.test(digits))
    return "must contain digits only, apart from spaces, dots, hyphens and parentheses";
  if (digits.length < MINIMUM_DIGITS) return `must have at least ${MINIMUM_DIGITS} digits`;
  if (digits.length + String(dialCode).length > E164_MAXIMUM_DIGITS) {
    return `must have at most ${E164_MAXIMUM_DIGITS} digits together with the dial code`;
  }
  return null;
}
