import { can, type Permission, type Role } from "@/lib/domain/people/permissions";

/** The lists that have saved views. */
export const VIEW_LISTS = {
  cards: { path: "/cards", permission: "cards.read" },
  transactions: { path: "/transactions", permission: "transactions.read" },
  reports: { path: "/reports", permission: "reports.read" },
  audit: { path: "/audit", permission: "audit.read" },
  webhooks: { path: "/webhooks", permission: "webhooks.read" },
  exceptions: { path: "/reconciliation/exceptions", permission: "reconciliation.read" },
} as const satisfies Record<string, { path: string; permission: Permission }>;

export type ViewList = keyof typeof VIEW_LISTS;

export const VIEW_LIST_NAMES = Object.keys(VIEW_LISTS) as [ViewList, ...ViewList[]];

/** In the URL: the list itself, even if another view is the default. */
export const ALL_VIEW = "all";

/** The tab of the list itself. */
export const ALL_NAME = "All";

export const VIEW_NAME_MAX_CHARACTERS = 40;
/** Of the parameters. A longer URL is cut off by some mail programs. */
export const VIEW_QUERY_MAX_CHARACTERS = 1_800;
/** Of one person, for each list. */
export const MAX_OWN_VIEWS = 20;
/** Of everyone, for each list. */
export const MAX_SHARED_VIEWS = 30;

/** A name for the parameters of a list's URL. */
export type SavedView = {
  id: string;
  name: string;
  /** The parameters without the page, the open row, and the view itself. */
  query: string;
  ownerId: string;
  ownerName: string;
  isShared: boolean;
  isTeamDefault: boolean;
  /** Increases with each change. */
  version: number;
};

/** What a person chose for one list. Null: whatever the team's default is. */
export type DefaultChoice = string | typeof ALL_VIEW | null;

export type SavedViews = {
  /** The person's own and the shared ones, in the person's order. */
  views: readonly SavedView[];
  defaultChoice: DefaultChoice;
};

export type ViewPerson = { id: string; role: Role };

export function isVisibleTo({ ownerId, isShared }: SavedView, personId: string): boolean {
  return isShared || ownerId === personId;
}

/** A shared view belongs to the team, so its owner needs the right to share, too. */
export function canChangeView({ ownerId, isShared }: SavedView, { id, role }: ViewPerson): boolean {
  return isShared ? can(role, "views.share") : ownerId === id && can(role, "views.save");
}

/** The person's default, else the team's, else null for the list itself. */
export function resolveDefault({ views, defaultChoice }: SavedViews): SavedView | null {
  if (defaultChoice === ALL_VIEW) return null;
  const chosen = views.find(({ id }) => id === defaultChoice);
  return chosen ?? views.find(({ isShared, isTeamDefault }) => isShared && isTeamDefault) ?? null;
}

/** Views that the person hasn't ordered yet come last. */
export function orderViews<View extends { id: string }>(
  views: readonly View[],
  order: readonly string[],
): View[] {
  const places = new Map(order.map((id, index) => [id, index]));
  const placeOf = ({ id }: View) => places.get(id) ?? order.length;
  return views.toSorted((left, right) => placeOf(left) - placeOf(right));
}

/** Moves one to the place of another. */
export function moveTo(ids: readonly string[], id: string, index: number): string[] {
  const others = ids.filter((other) => other !== id);
  if (others.length === ids.length) return [...ids];
  return others.toSpliced(Math.min(Math.max(index, 0), others.length), 0, id);
}
