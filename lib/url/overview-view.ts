import { ATTENTION_KINDS } from "@/lib/domain/attention";
import { RANGE_CHOICES } from "@/lib/domain/day-range";
import { defineView } from "./define-view";
import { choiceField, currencyField, dateField, modeField } from "./view-fields";

export const overviewView = defineView({
  range: modeField(RANGE_CHOICES),
  /** Days that were picked stand before `range`. */
  from: dateField(),
  to: dateField(),
  currency: currencyField(),
  /** The kind of what needs attention that is shown to its end. */
  opened: choiceField(ATTENTION_KINDS),
});

export type OverviewView = typeof overviewView.defaults;
