import { RANGE_CHOICES } from "@/lib/domain/day-range";
import { defineView } from "./define-view";
import { dateField, idField, modeField } from "./view-fields";

export const overviewView = defineView({
  range: modeField(RANGE_CHOICES),
  /** Days that were picked stand before `range`. */
  from: dateField(),
  to: dateField(),
  currency: idField(8),
});

export type OverviewView = typeof overviewView.defaults;
