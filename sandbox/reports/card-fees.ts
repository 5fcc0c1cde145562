import { currencyDecimals } from "@/lib/domain/money/money";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { formatTimestamp } from "@/lib/domain/time/timestamp";
import { FEES } from "@/sandbox/domain/fees";
import type { StoredCard } from "@/sandbox/store/records";
import type { Cell, Report, ReportSource } from "./report";
import { isWithin, sortByTime } from "./settled-events";

type Item = { at: Date; name: string; card: StoredCard; fee: number };

/** `monthlyNonTransactionFees`: maintenance of every card on the first of the month, card issuance, and shipped reissues. */
export function cardFees(source: ReportSource): Report {
  return {
    columns: ["charged_at", "item", "card_id", "card_type", "fee_amount", "fee_currency"],
    rows: rows(source),
  };
}

function* rows(source: ReportSource): Generator<Cell[]> {
  const decimals = currencyDecimals(source.currency);
  for (const { at, name, card, fee } of [...maintenance(source), ...issued(source)])
    yield [formatTimestamp(at), name, card.id, card.cardType, fee.toFixed(decimals), source.currency];
}

function maintenance({ state, from }: ReportSource): Item[] {
  const today = toIsoDate(from);
  const items: Item[] = [];
  for (const card of state.cards) {
    if (card.created < from && card.expiryDate >= today)
      items.push({ at: from, name: "CARD_MAINTENANCE", card, fee: FEES.monthlyMaintenance });
  }
  return inOrder(items);
}

function issued({ state, from, until }: ReportSource): Item[] {
  const items: Item[] = [];
  for (const card of state.cards) {
    const fee = card.cardType === "physical" ? FEES.physicalIssuance : FEES.virtualIssuance;
    if (isWithin(card.created, from, until))
      items.push({ at: card.created, name: "CARD_ISSUANCE", card, fee });
  }
  for (const { at, cardId, isShipped } of state.reissues) {
    const card = state.cards.get(cardId);
    if (card && isShipped && isWithin(at, from, until))
      items.push({ at, name: "CARD_REISSUE", card, fee: FEES.physicalReissue });
  }
  return inOrder(items);
}

function inOrder(items: Item[]): Item[] {
  return sortByTime(items, ({ at, card, name }) => [at, card.id, name]);
}
