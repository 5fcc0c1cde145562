import { defineView } from "./define-view";
import { choiceField, textField } from "./view-fields";

export const designsView = defineView({
  query: textField(60),
  stock: choiceField(["in", "out"]),
  emboss: choiceField(["yes", "no"]),
});

export type DesignsView = typeof designsView.defaults;
