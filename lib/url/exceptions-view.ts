import {
  EXCEPTION_KINDS,
  EXCEPTION_STATES,
  type ExceptionKind,
  type ExceptionState,
} from "@/lib/domain/reconciliation/exception";
import { exceptionsList } from "@/lib/lists/exceptions-list";
import { sortableColumns } from "@/lib/lists/list";
import { defineView } from "./define-view";
import { orderedDays } from "./ordered-days";
import { paginationFields } from "./pagination-fields";
import {
  choicesField,
  currencyField,
  dateField,
  idField,
  optionalSortField,
  savedViewFields,
  searchField,
} from "./view-fields";

export const exceptionsView = orderedDays(
  defineView({
    /** The beginning of a transaction's ID, or a card's ID. */
    search: searchField(),
    /** Days of the settlement, which have no time zone. */
    from: dateField(),
    to: dateField(),
    kind: choicesField(Object.keys(EXCEPTION_KINDS) as ExceptionKind[]),
    state: choicesField(Object.keys(EXCEPTION_STATES) as ExceptionState[]),
    /** A person's ID, or "none". */
    owner: idField(),
    currency: currencyField(),
    /** Null: the order that the person chose last. */
    sort: optionalSortField(sortableColumns(exceptionsList)),
    ...paginationFields,
    /** The exception shown in the side panel. */
    open: idField(),
    ...savedViewFields(exceptionsList),
  }),
);

export type ExceptionsView = typeof exceptionsView.defaults;

export const DEFAULT_EXCEPTIONS_SORT = "day:desc";

/** The order of a view: as in the URL, else as remembered, else the newest day first. */
export function resolveSort(
  { sort }: ExceptionsView,
  remembered: string | null,
): NonNullable<ExceptionsView["sort"]> {
  return sort ?? exceptionsView.parse({ sort: remembered ?? undefined }).sort ?? DEFAULT_EXCEPTIONS_SORT;
}
