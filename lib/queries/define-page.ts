import "server-only";
import { headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { ACCESS_DENIED, permit } from "@/lib/auth/permit";
import { requestInfo } from "@/lib/auth/request-info";
import { type Actor, recordActivity } from "@/lib/auth/sessions";
import { readPathId } from "@/lib/domain/cards/customer";
import type { PageRoute } from "@/lib/domain/people/action-labels";
import type { Permission } from "@/lib/domain/people/permissions";
import { isStorable, isStorableDeep } from "@/lib/domain/text/storable-text";
import type { SearchParams } from "@/lib/url/define-view";
import { PATH_HEADER } from "@/lib/url/path-header";
import { readStart } from "./read-start";

type PageProps = { params: Promise<Record<string, string>>; searchParams: Promise<SearchParams> };

export type PageDefinition = {
  permission: Permission;
  /** The route in the audit log: `/cards/[cardId]`. */
  path: PageRoute;
  render(context: {
    actor: Actor;
    params: Record<string, string>;
    searchParams: SearchParams;
    /** The last event before the page's data was read, for `RefreshOn`. */
    since: number;
  }): Promise<ReactNode> | ReactNode;
};

/** Wraps a page with its permission check, activity tracking and 404 for invalid IDs. */
export function definePage(definition: PageDefinition) {
  return async ({ params, searchParams }: PageProps): Promise<ReactNode> => {
    const attempt = { action: ACCESS_DENIED, message: `Open ${definition.path}` };
    const permitted = await permit(definition.permission, attempt, await requestInfo());
    if (!permitted.ok) return permitted.error.code === "signed-out" ? redirectToSignIn() : forbidden();
    if (await isUserNavigation()) await recordActivity(permitted.data.sessionId);
    const path = await params;
    // An ID that the database can't store can't exist: 404.
    if (!Object.values(path).every((part) => isStorable(readPathId(part)))) notFound();
    const { lastEventId } = await readStart();
    return definition.render({
      actor: permitted.data,
      params: path,
      searchParams: withoutUnstorable(await searchParams),
      since: lastEventId,
    });
  };
}

export async function redirectToSignIn(): Promise<never> {
  const requestedPath = (await headers()).get(PATH_HEADER) ?? "/";
  redirect(requestedPath === "/" ? "/login" : `/login?next=${encodeURIComponent(requestedPath)}`);
}

/** Browsers send this header when a person opens a page, but not for a prefetch, a refresh or a script's request. */
async function isUserNavigation(): Promise<boolean> {
  const requestHeaders = await headers();
  return requestHeaders.get("sec-fetch-user") === "?1" && !requestHeaders.has("sec-purpose");
}

/** Drops parameters that the database can't store. */
function withoutUnstorable(searchParams: SearchParams): SearchParams {
  return Object.fromEntries(Object.entries(searchParams).filter((parameter) => isStorableDeep(parameter)));
}
