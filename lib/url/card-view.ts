import { defineView } from "./define-view";
import { modeField } from "./view-fields";

export const cardView = defineView({
  timeline: modeField(["recent", "all"]),
  transactions: modeField(["recent", "all"]),
});

export type CardView = typeof cardView.defaults;
