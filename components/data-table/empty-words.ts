import { isFiltered, type ViewState } from "@/lib/url/view-href";

type ListView = ViewState & {
  readonly search: string;
  readonly sort: string;
  readonly from: string | null;
  readonly to: string | null;
};

export type EmptyWords = { title: string; advice: string; clearLabel: string };

/** Why a list with these filters has no rows; null where nothing is filtered. */
export function emptyWords<View extends ListView>(
  noun: string,
  view: View,
  defaults: View,
): EmptyWords | null {
  const { search, from, to } = view;
  const hasFilters = isFiltered({ ...view, search: defaults.search, sort: defaults.sort }, defaults);
  if (!hasFilters) {
    if (search === "") return null;
    return {
      title: `No ${noun}s match “${search}”`,
      advice: "Check the spelling, or search by last four or ID.",
      clearLabel: "Clear search",
    };
  }
  return {
    title: `No ${noun}s match ${search === "" ? "" : `“${search}” and `}these filters`,
    advice: from || to ? "Choose other dates or clear the filters." : "Change or clear the filters.",
    clearLabel: "Clear filters",
  };
}
