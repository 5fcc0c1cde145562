import "server-only";
import { listIndexedCards } from "@/lib/card-index/list-cards";
import type { Card } from "@/lib/contract/card";
import { csvLastFour, csvText } from "@/lib/domain/csv";
import { FIRST_PAGE } from "@/lib/domain/lists";
import { issuer } from "@/lib/issuer/issuer";
import { cardsView, isCardsViewLive } from "@/lib/url/cards-view";
import { exportFileName } from "@/lib/url/export-file-name";
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
];

export function exportCards(request: Request): Promise<Response> {
  return exportList<Card>(request, "cards.export", async (searchParams) => {
    const view = { ...cardsView.parse(searchParams), ...FIRST_PAGE };
    const names = await readDesignNames();
    const { search, from, to, zone, status, type, design, customer, sort } = view;
    return {
      fileName: exportFileName("cards", view, cardsView.defaults),
      columns: COLUMNS,
      toLines: async (cards) =>
        cards.map((card) => [
          csvText(card.id),
          csvLastFour(card.lastFour),
          csvText(card.cardName),
          csvText(card.cardholderName),
          csvText(card.externalCustomerId),
          card.cardType,
          csvText(card.cardDesign),
          csvText(names.get(card.cardDesign)),
          card.status,
          card.currency,
        ]),
      isLive: isCardsViewLive(view),
      days: { from, to, zone },
      filter: { isSearched: search !== "", from, to, timeZone: zone, status, type, design, customer, sort },
      fetchFromIssuer: (query) => issuer().listCards(query),
      fetchFromIndex: (cursor) => listIndexedCards({ ...cardsRequest(view), ...cursor }),
    };
  });
}
