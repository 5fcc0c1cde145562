import { KNOWN_TRANSACTION_STATUSES } from "@/lib/contract/transaction";
import { defineView } from "./define-view";
import { orderedDays } from "./ordered-days";
import { paginationFields } from "./pagination-fields";
import {
  amountField,
  currencyField,
  dateField,
  idField,
  itemsField,
  searchField,
  sortField,
  textField,
  zoneField,
} from "./view-fields";
import { isFiltered } from "./view-href";

export const TRANSACTION_SORTS = ["holder", "amount", "status", "created"] as const;

export const transactionsView = orderedDays(
  defineView({
    search: searchField(),
    from: dateField(),
    to: dateField(),
    zone: zoneField(),
    status: itemsField(KNOWN_TRANSACTION_STATUSES),
    /** What the merchant charged in. */
    currency: currencyField(),
    /** What the card was billed in. */
    billed: currencyField(),
    /** Of what the card was billed. */
    min: amountField(),
    max: amountField(),
    card: idField(),
    customer: textField(255),
    sort: sortField(TRANSACTION_SORTS, "created:desc"),
    ...paginationFields,
    /** The transaction that is open beside the list. */
    open: idField(),
  }),
);

export type TransactionsView = typeof transactionsView.defaults;

/** The issuer can only page by days: whatever else is asked, the index answers. */
export function isTransactionsViewLive(view: TransactionsView): boolean {
  const { from, to } = transactionsView.defaults;
  return !isFiltered({ ...view, from, to }, transactionsView.defaults) && !view.after && !view.before;
}
