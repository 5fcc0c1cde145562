import { NO_CREDIT_TEXT } from "@/lib/contract/issue-concerns";
import { toDecimal } from "@/lib/domain/money/money";
import { groupThousands } from "@/lib/domain/money/numbers";

/**
 * `USD 1,500.00`, never rounded because the API accepts any number of decimals. The currency is unknown before the
 * program's first card.
 */
export function formatSpendLimit(limit: number, currency: string | null): string {
  if (currency === null) return `${formatExact(limit, limit.toFixed(2))} in the card’s currency`;
  return `${currency} ${formatExact(limit, toDecimal(limit, currency))}`;
}

function formatExact(limit: number, rounded: string): string {
  return groupThousands(Number(rounded) === limit ? rounded : String(limit));
}

export function openingBalanceText(limit: number, currency: string): string {
  return limit === 0
    ? `It ${NO_CREDIT_TEXT}.`
    : `It opens with ${formatSpendLimit(limit, currency)} available.`;
}
