import type { Card, CardDetail } from "@/lib/contract/card";
import { formatTimestamp } from "@/lib/domain/time/timestamp";
import { lastFour } from "@/sandbox/domain/credentials";
import type { CardRecord } from "./records";

export function toCard(card: CardRecord): Card {
  return {
    id: card.id,
    currency: card.currency,
    lastFour: lastFour(card.cardNumber),
    externalCustomerId: card.externalCustomerId,
    cardholderName: card.cardholderName,
    cardName: card.cardName,
    cardDesign: card.cardDesign,
    cardType: card.cardType,
    status: card.status,
    created: formatTimestamp(card.created),
  };
}

export function toCardDetail(card: CardRecord): CardDetail {
  return { ...toCard(card), statusReason: card.statusReason, availableCredit: card.availableCredit };
}

// More decimals than any currency has.
const CREDIT_DECIMALS = 6;

/** Without the remainders of binary fractions: 100.05 - 100 is 0.05. */
export function changeCredit<Row extends CardRecord>(card: Row, change: number): Row {
  return { ...card, availableCredit: Number((card.availableCredit + change).toFixed(CREDIT_DECIMALS)) };
}
