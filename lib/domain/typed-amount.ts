const PLAIN = /^[-+]?(\d+\.?\d*|\.\d+)$/;
// One separator throughout, and thousands in threes: anything else may be a slip.
const GROUPED = /^[-+]?[1-9]\d{0,2}([,\s'’])\d{3}(\1\d{3})*(\.\d*)?$/;
const GROUPED_COMMA_DECIMAL = /^[-+]?[1-9]\d{0,2}([.\s'’])\d{3}(\1\d{3})*,\d{1,2}$/;
const GROUPED_BY_POINTS = /^[-+]?[1-9]\d{0,2}(\.\d{3}){2,}$/;
const COMMA_DECIMAL = /^[-+]?\d+,\d{1,2}$/;
// "1.500" and "1,500" are a thousand and a half for some, and one and a half for others.
const AMBIGUOUS = /^(?<whole>[-+]?[1-9]\d{0,2})[.,](?<lastThree>\d{3})$/;

/**
 * An amount as people write and paste it ("1,500.50", "1 500,50") as a plain decimal; null where it could mean
 * something else.
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

/** What to write instead of an amount that has two readings: "enter 1500 or 1.50"; null for any other. */
export function amountQuestion(text: string): string | null {
  const { whole, lastThree } = AMBIGUOUS.exec(text.trim())?.groups ?? {};
  if (whole === undefined || lastThree === undefined) return null;
  // Four decimals have one reading, where the third is needed.
  const decimals = lastThree.endsWith("0") ? lastThree.slice(0, 2) : `${lastThree}0`;
  return `enter ${whole}${lastThree} or ${whole}.${decimals}`;
}
