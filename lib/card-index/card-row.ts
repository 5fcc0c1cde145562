import type { Card } from "@/lib/contract/card";
import { wordsOf } from "@/lib/domain/cards/search-text";

/** The columns of `indexed_cards` that hold the issuer's values. */
export type CardRow = {
  id: string;
  currency: string;
  last_four: string;
  customer_id: string;
  cardholder_name: string;
  card_name: string;
  card_design: string;
  card_type: string;
  status: string;
  created: string;
};

export const CARD_COLUMNS =
  "id, currency, last_four, customer_id, cardholder_name, card_name, card_design, card_type, status, created";

/** When a row was last confirmed: by its own read or by a full walk. */
export const KNOWN_AT = "greatest(read_at, (select verified_at from index_feeds where name = 'cards'))";

export type SearchedCard = Card & { formerLastFour?: string };
export type SearchedRow = CardRow & { former_last_fours: string[] };

/** Includes the former last four that was searched for, because the card now has another number. */
export function toSearchedCard(row: SearchedRow, typed: string): SearchedCard {
  const words = wordsOf(typed);
  const formerLastFour = row.former_last_fours.find((lastFour) => words.includes(lastFour));
  return { ...toCard(row), ...(formerLastFour !== undefined && { formerLastFour }) };
}

export function toCard(row: CardRow): Card {
  return {
    id: row.id,
    currency: row.currency,
    lastFour: row.last_four,
    externalCustomerId: row.customer_id,
    cardholderName: row.cardholder_name,
    cardName: row.card_name,
    cardDesign: row.card_design,
    cardType: row.card_type,
    status: row.status,
    created: row.created,
  };
}
