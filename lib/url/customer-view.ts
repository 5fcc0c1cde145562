import { RANGE_CHOICES } from "@/lib/domain/time/day-range";
import { defineView } from "./define-view";
import { paginationFields } from "./pagination-fields";
import { dateField, modeField } from "./view-fields";

export const customerView = defineView({
  range: modeField(RANGE_CHOICES),
  /** Chosen dates take precedence over `range`. */
  from: dateField(),
  to: dateField(),
  /** For the list of transactions. */
  ...paginationFields,
});

export type CustomerView = typeof customerView.defaults;
