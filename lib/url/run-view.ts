import { ITEM_STATES, type ItemState } from "@/lib/domain/runs/run";
import { defineView } from "./define-view";
import { choiceField, idField } from "./view-fields";

export const runView = defineView({
  state: choiceField(Object.keys(ITEM_STATES) as ItemState[]),
  /** The position of the last card of the page before. */
  after: idField(6),
});

export const runsView = defineView({ before: idField(36) });
