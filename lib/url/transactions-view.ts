import { KNOWN_TRANSACTION_STATUSES } from "@/lib/contract/transaction";
import type { ListSource } from "@/lib/domain/cards/listed";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { sortableColumns } from "@/lib/lists/list";
import { transactionsList } from "@/lib/lists/transactions-list";
import { defineView } from "./define-view";
import { orderedDays } from "./ordered-days";
import { paginationFields } from "./pagination-fields";
import {
  amountField,
  currencyField,
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

export const transactionsView = orderedDays(
  defineView({
    search: searchField(),
    from: dateField(),
    to: dateField(),
    zone: zoneField(),
    status: itemsField(KNOWN_TRANSACTION_STATUSES),
    /** The merchant's currency. */
    currency: currencyField(),
    /** The billing currency. */
    billed: currencyField(),
    /** Limits of the billed amount. */
    min: amountField(),
    max: amountField(),
    /** In any spelling. */
    merchant: textField(200),
    /** By the settlement files, in the same zone as the other dates. */
    clearedFrom: dateField(),
    clearedTo: dateField(),
    card: idField(),
    customer: textField(255),
    sort: sortField(sortableColumns(transactionsList), "created:desc"),
    ...paginationFields,
    /** The transaction shown in the side panel. */
    open: idField(),
    ...savedViewFields(transactionsList),
  }),
  [
    ["from", "to"],
    ["clearedFrom", "clearedTo"],
  ],
);

export type TransactionsView = typeof transactionsView.defaults;

/** The issuer can only page by date; the index answers every other view. */
export function transactionsSource(view: TransactionsView): ListSource {
  const { from, to } = transactionsView.defaults;
  const needsIndex =
    isFiltered({ ...view, from, to }, transactionsView.defaults) || view.after || view.before;
  return needsIndex ? "index" : "issuer";
}

/** The day on which all were made, or else cleared, if there is exactly one; settlement days are in UTC. */
export function onlyDay({ from, to, clearedFrom, clearedTo, zone }: TransactionsView): IsoDate | null {
  if (zone !== null) return null;
  return (from === to ? from : null) ?? (clearedFrom === clearedTo ? clearedFrom : null);
}
