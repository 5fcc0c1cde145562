import type { ViewList } from "./saved-view";

/** A saved view as a tab. */
export type ViewTab = {
  id: string;
  name: string;
  href: string;
  version: number;
  isShared: boolean;
  /** Null for the person's own. */
  ownerName: string | null;
  canChange: boolean;
  /** The person's own choice. */
  isDefault: boolean;
  isTeamDefault: boolean;
};

/** What a list's page shows of its saved views. */
export type ViewBarState = {
  list: ViewList;
  path: string;
  tabs: readonly ViewTab[];
  /** Opens the list itself, past any default. */
  allHref: string;
  /** Whether the list itself opens by default. */
  isAllDefault: boolean;
  /** Null for the list itself. */
  currentId: string | null;
  /** The parameters that a save would store. */
  query: string;
  /** Whether the open view differs from what is saved. */
  isChanged: boolean;
  /** Whether there is anything to save: filters, an order, or columns. */
  isSet: boolean;
  /** The URL names a view that is gone or not shared with this person. */
  isMissing: boolean;
  /** The conditions of the open view that this list doesn't have any more: `State: gone`. */
  lost: readonly string[];
  canShare: boolean;
};

/** By view, and for the list itself (`all`). Null or left out if it can't be counted quickly. */
export type ViewCounts = Readonly<Record<string, number | null>>;

/** More are not counted. */
export const MAX_TAB_COUNT = 9_999;
