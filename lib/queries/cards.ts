import "server-only";
import { z } from "zod";
import { readCardFacets } from "@/lib/card-index/facets";
import {
  type CardFilter,
  type CardSortKey,
  countIndexedCards,
  listIndexedCards,
} from "@/lib/card-index/list-cards";
import { refreshStaleCards } from "@/lib/card-index/sync/refresh-stale-cards";
import { KNOWN_CARD_STATUSES } from "@/lib/contract/card";
import { type FilterOption, type ListedCard, MAX_COUNTED } from "@/lib/domain/cards/listed";
import { formatCount } from "@/lib/domain/money/numbers";
import { success } from "@/lib/domain/result";
import { issuer } from "@/lib/issuer/issuer";
import { type CardsView, cardsSource } from "@/lib/url/cards-view";
import { defineQuery } from "./define-query";
import { readDesignNames } from "./design-names";
import { readListPage } from "./list-page";
import { readStart } from "./read-start";

/** The parsed URL. */
const View = z.custom<CardsView>((view) => typeof view === "object" && view !== null);

export const getCardsPage = defineQuery({
  name: "the cards",
  permission: "cards.read",
  input: View,
  async run({ input: view, requestId }) {
    const { at: readAt } = await readStart();
    const [page, names] = await Promise.all([
      readListPage({
        source: cardsSource(view),
        view,
        fetchFromIssuer: (query) => issuer().listCards(query),
        fetchFromIndex: (cursor) => listIndexedCards({ ...cardsRequest(view), ...cursor }),
        requestId,
      }),
      readDesignNames(),
    ]);
    if (!page.ok) return page;
    if (page.data.source === "index") void refreshStaleCards(page.data.rows.map(({ id }) => id));
    const rows = page.data.rows.map(
      (card): ListedCard => ({ ...card, readAt, designName: names.get(card.cardDesign) ?? card.cardDesign }),
    );
    return success({ ...page.data, rows });
  },
});

/** Converts a view into a query to the index. */
export function cardsRequest(view: CardsView) {
  const [by, direction] = view.sort.split(":") as [CardSortKey, "asc" | "desc"];
  const filter: CardFilter = {
    text: view.search,
    status: view.status,
    type: view.type,
    design: view.design,
    customerId: view.customer || null,
    from: view.from,
    to: view.to,
    zone: view.zone,
  };
  return { filter, sort: { by, direction } };
}

/** The known values, the values in the index, and the selected ones. */
export const getCardFacets = defineQuery({
  name: "the cards' filters",
  permission: "cards.read",
  input: View,
  async run({ input: view }) {
    const [facets, names, filteredCount] = await Promise.all([
      readCardFacets(),
      readDesignNames(),
      hasPrecomputedCount(view) ? null : countIndexedCards(cardsRequest(view).filter, MAX_COUNTED),
    ]);
    const counts = (values: readonly { value: string; records: number }[]) =>
      new Map(values.map(({ value, records }) => [value, formatCount(records)]));
    return success({
      statuses: toOptions(KNOWN_CARD_STATUSES, counts(facets.statuses), view.status),
      types: toOptions([], counts(facets.types), view.type === null ? [] : [view.type]),
      designs: toOptions(names.keys(), counts(facets.designs), view.design === null ? [] : [view.design]).map(
        (option) => ({ ...option, label: names.get(option.value) ?? option.value }),
      ),
      total: filteredCount ?? facets.count(view),
    });
  },
});

/** Counts by status, type and design are precomputed, so a list filtered only by these needs no counting. */
function hasPrecomputedCount({ search, customer, from, to }: CardsView): boolean {
  return !search && !customer && !from && !to;
}

/** Without the rows; at most one more than `max` is counted. */
export async function countCards(view: CardsView, max: number): Promise<number> {
  if (hasPrecomputedCount(view)) return (await readCardFacets()).count(view);
  return countIndexedCards(cardsRequest(view).filter, max);
}

function toOptions(
  defaults: Iterable<string>,
  counts: ReadonlyMap<string, string>,
  selected: readonly string[],
): FilterOption[] {
  return [...new Set([...defaults, ...[...counts.keys()].sort(), ...selected])].map((value) => {
    const detail = counts.get(value);
    return { value, label: value, ...(detail === undefined ? {} : { detail }) };
  });
}
