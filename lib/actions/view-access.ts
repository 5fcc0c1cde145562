import "server-only";
import type pg from "pg";
import { lockView, type StoredView } from "@/lib/db/saved-views";
import { maskCardSecretsInId } from "@/lib/domain/cards/card-secrets";
import { can } from "@/lib/domain/people/permissions";
import { type AppError, type ErrorCode, failure, type Result, success } from "@/lib/domain/result";
import {
  canChangeView,
  isVisibleTo,
  VIEW_LISTS,
  VIEW_QUERY_MAX_CHARACTERS,
  type ViewList,
  type ViewPerson,
} from "@/lib/domain/views/saved-view";
import type { View } from "@/lib/url/define-view";
import { LIST_VIEWS } from "@/lib/url/list-views";
import { canonicalQuery } from "@/lib/url/saved-view-url";
import { splitItems, type ViewState } from "@/lib/url/view-href";

type Request = { requestId: string };

export function viewError(code: ErrorCode, message: string, { requestId }: Request): AppError {
  return { code, message, requestId, retry: "never" };
}

export function viewNameError(message: string, request: Request): AppError {
  return { ...viewError("refused", message, request), fields: { name: message } };
}

/** Who can't open a list has no views of it either. */
export function findListError(list: ViewList, person: ViewPerson, request: Request): AppError | null {
  if (can(person.role, VIEW_LISTS[list].permission)) return null;
  return viewError("forbidden", "Your role can’t open this list.", request);
}

export function findShareError({ role }: ViewPerson, request: Request): AppError | null {
  if (can(role, "views.share")) return null;
  return viewError("forbidden", "Your role can’t share views. Save it as your own.", request);
}

/** Card numbers in a search become their last four, as in the URL. */
export function keepKnown(list: ViewList, query: string): string {
  return canonicalQuery(LIST_VIEWS[list].view as unknown as View<ViewState>, query);
}

/** Why these parameters can't be saved; null if they can. */
export function findQueryError(query: string, request: Request): AppError | null {
  if (query.length > VIEW_QUERY_MAX_CHARACTERS)
    return viewError(
      "refused",
      "These filters are too long to be saved. Shorten the search or remove a filter.",
      request,
    );
  const hasCardNumber = [...new URLSearchParams(query).values()]
    .flatMap((value) => [value, splitItems(value).join(" ")])
    .some((value) => maskCardSecretsInId(value) !== value);
  // Only a search finds cards by their last four; another filter would be another one without the number.
  if (hasCardNumber)
    return viewError("refused", "Remove the card number from the filters before you save the view.", request);
  return null;
}

/** A view that the person can see, locked. */
export async function findVisibleView(
  client: pg.PoolClient,
  viewId: string,
  person: ViewPerson,
  request: Request,
): Promise<Result<StoredView>> {
  const view = await lockView(client, viewId);
  const isVisible =
    view && isVisibleTo(view, person.id) && can(person.role, VIEW_LISTS[view.list].permission);
  if (view && isVisible) return success(view);
  return failure(viewError("not-found", "This view was deleted, or is no longer shared with you.", request));
}

type Change = { viewId: string; version: number; purpose: Purpose };
type Purpose = keyof typeof WHEN_STALE;

/** What didn't happen, and what to do now. */
const WHEN_STALE = {
  save: "so nothing was saved. What you set is still on this page: save it as a new view, or check the view and try again.",
  rename: "so it wasn’t renamed. Check the view and try again.",
  share: "so sharing didn’t change. Check the view and try again.",
  delete: "so it wasn’t deleted. Check the view and try again.",
} as const;

/** A view that the person may change, as they saw it, locked. */
export async function findViewToChange(
  client: pg.PoolClient,
  { viewId, version, purpose }: Change,
  person: ViewPerson,
  request: Request,
): Promise<Result<StoredView>> {
  const found = await findVisibleView(client, viewId, person, request);
  if (!found.ok) return found;
  const view = found.data;
  if (!canChangeView(view, person)) {
    const message = "Your role can’t change a shared view. Save your changes as your own view.";
    return failure(viewError("forbidden", message, request));
  }
  if (view.version !== version)
    return failure(viewError("conflict", staleText(view, person, purpose), request));
  return found;
}

function staleText({ changedById, changedByName }: StoredView, { id }: ViewPerson, purpose: Purpose): string {
  const who =
    changedById === id ? "You changed this view in another tab" : `${changedByName} changed this view`;
  return `${who} after you opened it, ${WHEN_STALE[purpose]}`;
}
