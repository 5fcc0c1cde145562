import "server-only";
import { z } from "zod";
import { readRequestInfo } from "@/lib/auth/request-info";
import { findCardsById } from "@/lib/card-index/cards-by-id";
import { listIndexedCards } from "@/lib/card-index/list-cards";
import { type Card, CardId } from "@/lib/contract/card";
import { CHOSEN_FILE_NAME, FIRST_PAGE } from "@/lib/domain/cards/listed";
import { lastFourCell, textCell, timeCell } from "@/lib/domain/exports/cell";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { MAX_RUN_CARDS } from "@/lib/domain/runs/run";
import { issuer } from "@/lib/issuer/issuer";
import { cardsList } from "@/lib/lists/cards-list";
import { type FileValues, fileColumns } from "@/lib/lists/list";
import { cardsSource, cardsView } from "@/lib/url/cards-view";
import { exportFileName } from "@/lib/url/export-file-name";
import { cardsRequest } from "./cards";
import { errorResponse } from "./define-route";
import { readDesignNames } from "./design-names";
import { isFromOurPage } from "./is-from-our-page";
import { exportList } from "./list-export";
import { readLimited } from "./read-limited";

const ACTION = "cards.export";
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
  return exportList<Card>(request, ACTION, async (searchParams, format) => {
    const view = { ...cardsView.parse(searchParams), ...FIRST_PAGE };
    const { search, from, to, zone, status, type, design, customer, sort } = view;
    return {
      fileName: exportFileName("cards", view, cardsView.defaults, format),
      ...(await cardsSheet()),
      source: cardsSource(view),
      days: { from, to, zone },
      filter: { isSearched: search !== "", from, to, timeZone: zone, status, type, design, customer, sort },
      fetchFromIssuer: (query) => issuer().listCards(query),
      fetchFromIndex: (cursor) => listIndexedCards({ ...cardsRequest(view), ...cursor }),
    };
  });
}

const Chosen = z.object({ cardIds: z.array(CardId).min(1).max(MAX_RUN_CARDS) });
/** More than the longest IDs of so many cards. */
const MAX_BODY_BYTES = 1_048_576;

/**
 * The cards whose IDs are in the body, because they are too many for a URL. The query of the list only says their order
 * and the time zone: what was chosen stays chosen when the filters change.
 */
export async function exportChosenCards(request: Request): Promise<Response> {
  if (!isFromOurPage(request.headers)) {
    const { requestId } = readRequestInfo(request.headers);
    const message = "This request came from another site.";
    return errorResponse({ code: "forbidden", message, requestId, retry: "never" });
  }
  return exportList<Card>(request, ACTION, async (searchParams, format) => {
    const ids = await readChosenIds(request);
    const view = cardsView.parse(searchParams);
    const cards = await findCardsById([...ids], cardsRequest(view).sort);
    return {
      fileName: `${CHOSEN_FILE_NAME}.${format}`,
      ...(await cardsSheet()),
      source: "index",
      incomplete: ids.size > 0 ? incompleteText(ids.size - cards.length) : NOTHING_CHOSEN,
      days: { from: null, to: null, zone: view.zone },
      filter: { chosenCards: ids.size, timeZone: view.zone, sort: view.sort },
      fetchFromIndex: async () => ({ rows: cards, next: null, previous: null }),
    };
  });
}

const NOTHING_CHOSEN = `Choose 1 to ${formatCount(MAX_RUN_CARDS)} cards to export.`;

/** Empty if the body is anything else. */
async function readChosenIds(request: Request): Promise<ReadonlySet<string>> {
  const body = await readLimited(request, MAX_BODY_BYTES);
  return new Set(Chosen.safeParse(parseJson(body ?? "")).data?.cardIds);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function incompleteText(missing: number): string | null {
  if (missing === 0) return null;
  return `We don’t know ${countOf(missing, "card")} of these yet. Try again in a minute.`;
}

async function cardsSheet() {
  const names = await readDesignNames();
  return {
    sheetName: "Cards",
    columns: COLUMNS,
    toRows: async (cards: readonly Card[]) =>
      cards.map((card) => {
        const row = { ...card, designName: names.get(card.cardDesign) };
        return COLUMNS.map((column) => VALUES[column](row));
      }),
  };
}
