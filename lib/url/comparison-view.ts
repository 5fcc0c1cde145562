import { DIFFERENCES } from "@/lib/domain/reports/comparison";
import { defineView } from "./define-view";
import { choiceField, idField } from "./view-fields";

/** Two captures of a report. */
export const comparisonView = defineView({
  from: idField(),
  to: idField(),
  /** The difference whose rows are shown; the first one that there is, if not chosen. */
  show: choiceField(DIFFERENCES),
});
