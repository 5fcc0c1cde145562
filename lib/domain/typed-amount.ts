const PLAIN = /^[-+]?(\d+\.?\d*|\.\d+)$/;
// One separator throughout, and thousands in threes: anything else may be a slip.
const GROUPED = /^[-+]?[1-9]\d{0,2}([,\s'’])\d{3}(\1\d{3})*(\.\d*)?$/;
const GROUPED_COMMA_DECIMAL = /^[-+]?[1-9]\d{0,2}([.\s'’])\d{3}(\1\d{3})*,\d{1,2}$/;
const GROUPED_BY_POINTS = /^[-+]?[1-9]\d{0,2}(\.\d{3}){2,}$/;
const COMMA_DECIMAL = /^[-+]?\d+,\d{1,2}$/;

/**
 * An amount as people write and paste it ("1,500.50", "1 500,50") as a plain decimal; null where it could mean
 * something else. A lone comma before three digits groups thousands, as everywhere on our screens.
 */
export function toPlainDecimal(text: string): string | null {
  const amount = text.trim();
  if (PLAIN.test(amount)) return amount;
  if (GROUPED.test(amount)) return amount.replace(/[,\s'’]/g, "");
  if (GROUPED_BY_POINTS.test(amount)) return amount.replaceAll(".", "");
  if (GROUPED_COMMA_DECIMAL.test(amount) || COMMA_DECIMAL.test(amount)) {
    return amount.replace(/[.\s'’]/g, "").replace(",", ".");
  }
  return null;
}
