const PLAIN = /^[-+]?(\d+\.?\d*|\.\d+)$/;
// The same separator throughout, and groups of three: anything else may be a typo.
const GROUPED = /^[-+]?[1-9]\d{0,2}([,\s'’])\d{3}(\1\d{3})*(\.\d*)?$/;
const GROUPED_COMMA_DECIMAL = /^[-+]?[1-9]\d{0,2}([.\s'’])\d{3}(\1\d{3})*,\d{1,2}$/;
const GROUPED_BY_POINTS = /^[-+]?[1-9]\d{0,2}(\.\d{3}){2,}$/;
const COMMA_DECIMAL = /^[-+]?\d+,\d{1,2}$/;
// "1.500" and "1,500" mean 1500 in some countries and 1.5 in others.
const AMBIGUOUS = /^(?<whole>[-+]?[1-9]\d{0,2})[.,](?<lastThree>\d{3})$/;

/**
 * Converts an amount as typed or pasted ("1,500.50", "1 500,50") into a plain decimal; null if it is ambiguous or
 * invalid.
 */
export function toPlainDecimal(text: string): string | null {
  const amount = text.trim();
  if (AMBIGUOUS.test(amount)) return null;
  if (PLAIN.test(amount)) return amount;
  if (GROUPED.test(amount)) return amount.replace(/[,\s'’]/g, "");
  if (GROUPED_BY_POINTS.test(amount)) return amount.replaceAll(".", "");
  if (GROUPED_COMMA_DECIMAL.test(amount) || COMMA_DECIMAL.test(amount)) {
    return amount.replace(/[.\s'’]/g, "").replace(",", ".");
  }
  return null;
}

/** "enter 1500 or 1.50" for an ambiguous amount; null for any other. */
export function amountQuestion(text: string): string | null {
  const { whole, lastThree } = AMBIGUOUS.exec(text.trim())?.groups ?? {};
  if (whole === undefined || lastThree === undefined) return null;
  // Four decimals are unambiguous, if the third one is needed.
  const decimals = lastThree.endsWith("0") ? lastThree.slice(0, 2) : `${lastThree}0`;
  return `enter ${whole}${lastThree} or ${whole}.${decimals}`;
}
