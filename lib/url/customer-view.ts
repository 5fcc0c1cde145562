import { RANGE_CHOICES } from "@/lib/domain/day-range";
import { defineView } from "./define-view";
import { dateField, idField, modeField } from "./view-fields";

export const customerView = defineView({
  range: modeField(RANGE_CHOICES),
  /** Days that were picked stand before `range`. */
  from: dateField(),
  to: dateField(),
  /** Transactions older than this place: the list is paged by what it shows, so that new ones push none across. */
  after: idField(400),
});

export type CustomerView = typeof customerView.defaults;
