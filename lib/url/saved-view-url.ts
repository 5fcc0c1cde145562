import { ALL_VIEW, type SavedView } from "@/lib/domain/views/saved-view";
import type { View } from "./define-view";
import { POSITION, splitItems, type ViewState } from "./view-href";

/** The URL of a saved view: its parameters, and its ID. */
export function savedViewHref(path: string, { id, query }: Pick<SavedView, "id" | "query">): string {
  return `${path}?${query === "" ? "" : `${query}&`}view=${encodeURIComponent(id)}`;
}

export function allViewHref(path: string): string {
  return `${path}?view=${ALL_VIEW}`;
}

/** What is saved of a list's state: everything but the page, the open row, and the view itself. */
export function viewQuery<State extends ViewState>(view: View<State>, state: State): string {
  const start = Object.entries(view.defaults).filter(([name]) => POSITION.has(name) || name === "view");
  return view.href("", { ...state, ...(Object.fromEntries(start) as Partial<State>) }).slice(1);
}

/** Whatever a list doesn't know is left out; the same state always has the same text. */
export function canonicalQuery<State extends ViewState>(view: View<State>, query: string): string {
  return viewQuery(view, view.parse(new URLSearchParams(query)));
}

export type LostCondition = { name: string; value: string };

/**
 * The conditions of a saved query that the list doesn't understand any more. Without them it would show more rows than
 * the view had, so they must be shown. A column isn't a condition.
 */
export function findLostConditions<State extends ViewState>(
  view: View<State>,
  query: string,
): LostCondition[] {
  const known = new URLSearchParams(canonicalQuery(view, query));
  return [...new URLSearchParams(query)].flatMap(([name, value]) => {
    if (name === "columns") return [];
    const kept = known.get(name);
    // A number or a text may contain a comma; only if it was changed, its items are compared.
    if (kept === value) return [];
    const keptItems = new Set(splitItems(kept ?? ""));
    const lost = splitItems(value).filter((item) => !keptItems.has(item));
    return lost.length === 0 ? [] : [{ name, value: lost.join(", ") }];
  });
}

/** `State: gone` */
export function describeLost({ name, value }: LostCondition): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${value}`;
}
