import "server-only";
import { listIndexedCards } from "@/lib/card-index/list-cards";
import type { Card } from "@/lib/contract/card";
import { FIRST_PAGE } from "@/lib/domain/lists";
import { issuer } from "@/lib/issuer/issuer";
import { cardsView, isCardsViewLive } from "@/lib/url/cards-view";
import { cardsRequest } from "./cards";
import { readDesignNames } from "./design-names";
import { exportList } from "./list-export";

const COLUMNS = [
  "card_id",
  "last_four",
  "card_name",
  "cardholder_name",
  "customer_id",
  "type",
  "design_id",
  "design",
  "status",
  "currency",
  "created",
];

/** All cards of a view as CSV. */
export function exportCards(request: Request): Promise<Response> {
  return exportList<Card>(request, "cards.export", async (searchParams) => {
    const view = { ...cardsView.parse(searchParams), ...FIRST_PAGE };
    const names = await readDesignNames();
    const { search, from, to, status, type, design, customer, sort } = view;
    return {
      fileName: "cards.csv",
      columns: COLUMNS,
      cells: (card) => [
        card.id,
        card.lastFour,
        card.cardName,
        card.cardholderName,
        card.externalCustomerId,
        card.cardType,
        card.cardDesign,
        names.get(card.cardDesign) ?? null,
        card.status,
        card.currency,
        card.created,
      ],
      isLive: isCardsViewLive(view),
      days: { from, to },
      filter: { isSearched: search !== "", from, to, status, type, design, customer, sort },
      askIssuer: (query) => issuer().listCards(query),
      askIndex: (place) => listIndexedCards({ ...cardsRequest(view), ...place }),
    };
  });
}
