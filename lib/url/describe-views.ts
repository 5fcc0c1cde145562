import {
  ALL_VIEW,
  canChangeView,
  resolveDefault,
  type SavedViews,
  VIEW_LISTS,
  type ViewList,
  type ViewPerson,
} from "@/lib/domain/views/saved-view";
import type { ViewBarState } from "@/lib/domain/views/view-bar";
import type { View } from "./define-view";
import {
  allViewHref,
  canonicalQuery,
  describeLost,
  findLostConditions,
  savedViewHref,
  viewQuery,
} from "./saved-view-url";
import { isFiltered, type ViewState } from "./view-href";

type ListState = ViewState & { readonly view: string | null; readonly columns: readonly string[] };

type Described<State> = {
  list: ViewList;
  view: View<State & ListState>;
  /** What the URL says, with the columns in use. */
  state: State & ListState;
  /** What the page uses instead, such as a remembered order: it is saved, too. */
  used?: Partial<State & ListState> | undefined;
  saved: SavedViews;
  person: ViewPerson;
  canShare: boolean;
};

/** The tabs above a list, and what has changed since the open view was saved. */
export function describeViews<State extends ListState>(described: Described<State>): ViewBarState {
  const { list, view, state, used, saved, person, canShare } = described;
  const { path } = VIEW_LISTS[list];
  const { views, defaultChoice } = saved;
  const open = views.find(({ id }) => id === state.view) ?? null;
  const query = viewQuery(view, { ...state, ...used });
  const lost = open ? findLostConditions(view, open.query) : [];
  const effectiveDefault = resolveDefault(saved);
  return {
    list,
    path,
    tabs: views.map((tab) => ({
      id: tab.id,
      name: tab.name,
      href: savedViewHref(path, tab),
      version: tab.version,
      isShared: tab.isShared,
      ownerName: tab.ownerId === person.id ? null : tab.ownerName,
      canChange: canChangeView(tab, person),
      isDefault: tab.id === defaultChoice,
      isTeamDefault: tab.isShared && tab.isTeamDefault,
    })),
    allHref: effectiveDefault ? allViewHref(path) : path,
    isAllDefault: effectiveDefault === null,
    currentId: open?.id ?? null,
    query,
    isChanged: open !== null && (lost.length > 0 || canonicalQuery(view, open.query) !== query),
    isSet: isFiltered(state, view.defaults) || state.columns.length > 0,
    isMissing: open === null && state.view !== null && state.view !== ALL_VIEW,
    lost: lost.map(describeLost),
    canShare,
  };
}
