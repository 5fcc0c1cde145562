import { formatMoney } from "@/lib/domain/money";
import { groupThousands } from "@/lib/domain/numbers";
import { NO_CREDIT_WORDS } from "./concern-words";

/** `USD 1,500.00`. A program's currency is unknown before its first card. */
export function spendLimitWords(limit: number, currency: string | null): string {
  return currency === null
    ? `${groupThousands(limit.toFixed(2))} in the card’s currency`
    : formatMoney(limit, currency);
}

/** What an issued card can spend. */
export function openingBalanceWords(limit: number, currency: string): string {
  return limit === 0
    ? `It ${NO_CREDIT_WORDS}.`
    : `It opens with ${spendLimitWords(limit, currency)} available.`;
}
