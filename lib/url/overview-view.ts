import { ATTENTION_KINDS } from "@/lib/domain/cards/attention-items";
import { RANGE_CHOICES } from "@/lib/domain/time/day-range";
import { defineView } from "./define-view";
import { choiceField, currencyField, dateField, modeField } from "./view-fields";

export const overviewView = defineView({
  range: modeField(RANGE_CHOICES),
  /** Chosen dates take precedence over `range`. */
  from: dateField(),
  to: dateField(),
  currency: currencyField(),
  /** The expanded kind of attention items. */
  opened: choiceField(ATTENTION_KINDS),
});

export type OverviewView = typeof overviewView.defaults;
