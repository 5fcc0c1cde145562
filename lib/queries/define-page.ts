import "server-only";
import { headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { ACCESS_DENIED, permit } from "@/lib/auth/permit";
import { requestInfo } from "@/lib/auth/request-info";
import { type Actor, recordActivity } from "@/lib/auth/sessions";
import { readPathId } from "@/lib/domain/customer";
import type { Permission } from "@/lib/domain/permissions";
import { isStorable, isStorableThroughout } from "@/lib/domain/storable-text";
import type { SearchParams } from "@/lib/url/define-view";

/** Set by proxy.ts, so that signing in leads back to where one wanted to go. */
export const PATH_HEADER = "x-cardwell-path";

type PageProps = { params: Promise<Record<string, string>>; searchParams: Promise<SearchParams> };

export type PageDefinition = {
  permission: Permission;
  /** Its route, for the audit log: `/cards/[cardId]`. */
  path: string;
  render(context: {
    actor: Actor;
    params: Record<string, string>;
    searchParams: SearchParams;
  }): Promise<ReactNode> | ReactNode;
};

/** A page that cannot be written without a permission. */
export function definePage(definition: PageDefinition) {
  return async ({ params, searchParams }: PageProps): Promise<ReactNode> => {
    const attempt = { action: ACCESS_DENIED, message: `Open ${definition.path}` };
    const permitted = await permit(definition.permission, attempt, await requestInfo());
    if (!permitted.ok) return permitted.error.code === "signed-out" ? redirectToSignIn() : forbidden();
    if (await isOpenedByPerson()) await recordActivity(permitted.data.sessionId);
    const path = await params;
    // No record has an id that could not be stored.
    if (!Object.values(path).every((part) => isStorable(readPathId(part)))) notFound();
    return definition.render({
      actor: permitted.data,
      params: path,
      searchParams: withoutUnstorable(await searchParams),
    });
  };
}

/** To the sign-in page, which leads back here. */
export async function redirectToSignIn(): Promise<never> {
  const wanted = (await headers()).get(PATH_HEADER) ?? "/";
  redirect(wanted === "/" ? "/login" : `/login?next=${encodeURIComponent(wanted)}`);
}

/** Browsers say so of a page that somebody opened: not of a prefetch, a refresh or what a script loads. */
async function isOpenedByPerson(): Promise<boolean> {
  const given = await headers();
  return given.get("sec-fetch-user") === "?1" && !given.has("sec-purpose");
}

/** What cannot be stored is as if it were not there, like all else that a view cannot read. */
function withoutUnstorable(searchParams: SearchParams): SearchParams {
  return Object.fromEntries(
    Object.entries(searchParams).filter((parameter) => isStorableThroughout(parameter)),
  );
}
