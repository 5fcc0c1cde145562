import { KNOWN_CARD_STATUSES } from "@/lib/contract/card";
import type { ListSource } from "@/lib/domain/cards/listed";
import { cardsList } from "@/lib/lists/cards-list";
import { sortableColumns } from "@/lib/lists/list";
import { defineView } from "./define-view";
import { orderedDays } from "./ordered-days";
import { paginationFields } from "./pagination-fields";
import {
  dateField,
  idField,
  itemsField,
  savedViewFields,
  searchField,
  sortField,
  textField,
  zoneField,
} from "./view-fields";
import { isFiltered } from "./view-href";

export const cardsView = orderedDays(
  defineView({
    search: searchField(),
    from: dateField(),
    to: dateField(),
    zone: zoneField(),
    status: itemsField(KNOWN_CARD_STATUSES),
    type: idField(32),
    design: idField(),
    customer: textField(255),
    sort: sortField(sortableColumns(cardsList), "created:desc"),
    ...paginationFields,
    ...savedViewFields(cardsList),
  }),
);

export type CardsView = typeof cardsView.defaults;

/** The issuer can only page by date; the index answers every other view. */
export function cardsSource(view: CardsView): ListSource {
  const { from, to } = cardsView.defaults;
  const needsIndex = isFiltered({ ...view, from, to }, cardsView.defaults) || view.after || view.before;
  return needsIndex ? "index" : "issuer";
}
