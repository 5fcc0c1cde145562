const MAY_HOLD_SECRET = /[^\0-\x7f]|\d(?:[^\da-z]{0,6}\d){12}|cv[vcn]|csc|security|verification/i;

/** A fast check before `maskCardSecrets`, because most texts hold nothing to mask. */
export function mayHoldCardSecret(text: string): boolean {
  return MAY_HOLD_SECRET.test(text);
}
