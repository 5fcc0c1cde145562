import { RANGE_CHOICES } from "@/lib/domain/day-range";
import { defineView } from "./define-view";
import { paginationFields } from "./pagination-fields";
import { dateField, modeField } from "./view-fields";

export const customerView = defineView({
  range: modeField(RANGE_CHOICES),
  /** Days that were picked stand before `range`. */
  from: dateField(),
  to: dateField(),
  /** The place in the list of transactions. */
  ...paginationFields,
});

export type CustomerView = typeof customerView.defaults;
