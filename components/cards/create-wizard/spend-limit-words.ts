import { toDecimal } from "@/lib/domain/money";
import { groupThousands } from "@/lib/domain/numbers";
import { NO_CREDIT_WORDS } from "./concern-words";

/**
 * `USD 1,500.00`, and never rounded: the API takes any number of decimals, so `USD 0.005` is what would be sent. A
 * program's currency is unknown before its first card.
 */
export function spendLimitWords(limit: number, currency: string | null): string {
  if (currency === null) return `${exactWords(limit, limit.toFixed(2))} in the card’s currency`;
  return `${currency} ${exactWords(limit, toDecimal(limit, currency))}`;
}

function exactWords(limit: number, rounded: string): string {
  return groupThousands(Number(rounded) === limit ? rounded : String(limit));
}

/** What an issued card can spend. */
export function openingBalanceWords(limit: number, currency: string): string {
  return limit === 0
    ? `It ${NO_CREDIT_WORDS}.`
    : `It opens with ${spendLimitWords(limit, currency)} available.`;
}
