import { isFiltered, type ViewState } from "@/lib/url/view-href";

type ListView = ViewState & {
  readonly search: string;
  readonly sort: string;
  readonly from: string | null;
  readonly to: string | null;
};

export type EmptyText = { title: string; advice: string; clearLabel: string; kept: { search?: string } };

/** Says why a list has no rows; null without filters. */
export function emptyText<View extends ListView>(noun: string, view: View, defaults: View): EmptyText | null {
  const { search, from, to } = view;
  const hasFilters = isFiltered({ ...view, search: defaults.search, sort: defaults.sort }, defaults);
  if (!hasFilters) {
    if (search === "") return null;
    return {
      title: `No ${noun}s match “${search}”`,
      advice: "Check the spelling, or search by last four or ID.",
      clearLabel: "Clear search",
      kept: {},
    };
  }
  const advice = from || to ? "Choose other dates or clear the filters." : "Change or clear the filters.";
  if (search === "")
    return { title: `No ${noun}s match these filters`, advice, clearLabel: "Clear filters", kept: {} };
  // Who searches within a saved view may not think of its filters.
  return {
    title: `No ${noun}s match “${search}” and these filters`,
    advice,
    clearLabel: `Search all ${noun}s`,
    kept: { search },
  };
}
