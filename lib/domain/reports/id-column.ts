const ID_WORD =
  /(^|[\s_-])(id|number|no|code|ref|reference|four|last4|digits|mcc|bin|iban|account|phone|zip|arn|rrn|stan)$/i;

/** Digits in such a column aren't a number: they are neither added up nor aligned, and leading zeros count. */
export function isIdColumn(name: string): boolean {
  return ID_WORD.test(name.trim().replace(/([a-z])([A-Z])/g, "$1_$2"));
}
