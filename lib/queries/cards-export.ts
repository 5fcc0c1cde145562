import "server-only";
import { listIndexedCards } from "@/lib/card-index/list-cards";
import type { Card } from "@/lib/contract/card";
import { FIRST_PAGE } from "@/lib/domain/cards/listed";
import { lastFourCell, textCell, timeCell } from "@/lib/domain/exports/cell";
import { issuer } from "@/lib/issuer/issuer";
import { cardsList } from "@/lib/lists/cards-list";
import { type FileValues, fileColumns } from "@/lib/lists/list";
import { cardsSource, cardsView } from "@/lib/url/cards-view";
import { exportFileName } from "@/lib/url/export-file-name";
import { cardsRequest } from "./cards";
import { readDesignNames } from "./design-names";
import { exportList } from "./list-export";

const COLUMNS = fileColumns(cardsList);

const VALUES: FileValues<typeof cardsList, Card & { designName: string | undefined }> = {
  card_id: ({ id }) => textCell(id),
  last_four: ({ lastFour }) => lastFourCell(lastFour),
  card_name: ({ cardName }) => textCell(cardName),
  cardholder_name: ({ cardholderName }) => textCell(cardholderName),
  customer_id: ({ externalCustomerId }) => textCell(externalCustomerId),
  type: ({ cardType }) => cardType,
  design_id: ({ cardDesign }) => textCell(cardDesign),
  design: ({ designName }) => textCell(designName),
  status: ({ status }) => status,
  currency: ({ currency }) => currency,
  created_utc: ({ created }) => timeCell(created),
};

export function exportCards(request: Request): Promise<Response> {
  return exportList<Card>(request, "cards.export", async (searchParams, format) => {
    const view = { ...cardsView.parse(searchParams), ...FIRST_PAGE };
    const names = await readDesignNames();
    const { search, from, to, zone, status, type, design, customer, sort } = view;
    return {
      fileName: exportFileName("cards", view, cardsView.defaults, format),
      sheetName: "Cards",
      columns: COLUMNS,
      toRows: async (cards) =>
        cards.map((card) => {
          const row = { ...card, designName: names.get(card.cardDesign) };
          return COLUMNS.map((column) => VALUES[column](row));
        }),
      source: cardsSource(view),
      days: { from, to, zone },
      filter: { isSearched: search !== "", from, to, timeZone: zone, status, type, design, customer, sort },
      fetchFromIssuer: (query) => issuer().listCards(query),
      fetchFromIndex: (cursor) => listIndexedCards({ ...cardsRequest(view), ...cursor }),
    };
  });
}
