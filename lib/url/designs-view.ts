import { defineView } from "./define-view";
import { choiceField, searchField } from "./view-fields";

export const designsView = defineView({
  query: searchField(60),
  stock: choiceField(["in", "out"]),
  emboss: choiceField(["yes", "no"]),
});

export type DesignsView = typeof designsView.defaults;
