import "server-only";
import { redirect } from "next/navigation";
import type { Actor } from "@/lib/auth/sessions";
import { can } from "@/lib/domain/people/permissions";
import {
  ALL_VIEW,
  resolveDefault,
  type SavedViews,
  VIEW_LISTS,
  type ViewList,
} from "@/lib/domain/views/saved-view";
import type { ViewBarState } from "@/lib/domain/views/view-bar";
import { columnChoices } from "@/lib/lists/list";
import type { SearchParams, View } from "@/lib/url/define-view";
import { describeViews } from "@/lib/url/describe-views";
import { LIST_VIEWS } from "@/lib/url/list-views";
import { savedViewHref } from "@/lib/url/saved-view-url";
import { getSavedViews } from "./views";

type StateOf<Name extends ViewList> = (typeof LIST_VIEWS)[Name]["view"]["defaults"];

type BarOptions<State> = {
  /** The columns that the person has shown or hidden in the table. */
  columns: Readonly<Record<string, boolean>>;
  /** What the page uses instead of what the URL says, such as a remembered order. */
  used?: Partial<State>;
};

export type OpenedList<State> = {
  view: State;
  /** For `ViewBar`. */
  bar: (options: BarOptions<State>) => ViewBarState;
};

const NO_VIEWS: SavedViews = { views: [], defaultChoice: null };

/** Parses a list's URL. Without any parameter, the default view is opened by its own URL. */
export async function openList<Name extends ViewList>(
  name: Name,
  searchParams: SearchParams,
  actor: Actor,
): Promise<OpenedList<StateOf<Name>>> {
  const { view: schema, list } = LIST_VIEWS[name];
  const { path } = VIEW_LISTS[name];
  const result = await getSavedViews({ list: name });
  const saved = result.ok ? result.data : NO_VIEWS;
  const fallback = resolveDefault(saved);
  if (fallback && Object.keys(searchParams).length === 0) redirect(savedViewHref(path, fallback));
  const parsed = schema.parse(searchParams);
  // Otherwise, clearing the filters would lead to the default.
  const view = parsed.view === null && fallback ? { ...parsed, view: ALL_VIEW } : parsed;
  const hasOwnColumns = (view.view !== null && view.view !== ALL_VIEW) || view.columns.length > 0;
  return {
    view: view as StateOf<Name>,
    bar: ({ columns, used }) => {
      const shown = hasOwnColumns ? view.columns : columnChoices(list, (id) => columns[id]);
      return describeViews({
        list: name,
        // Each list's own schema; TypeScript doesn't relate it to the name.
        view: schema as unknown as View<StateOf<ViewList>>,
        state: { ...view, columns: shown } as StateOf<ViewList>,
        used: used as Partial<StateOf<ViewList>> | undefined,
        saved,
        person: actor,
        canShare: can(actor.role, "views.share"),
      });
    },
  };
}
