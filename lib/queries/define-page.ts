import "server-only";
import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { permit } from "@/lib/auth/permit";
import { requestInfo } from "@/lib/auth/request-info";
import type { Actor } from "@/lib/auth/sessions";
import type { Permission } from "@/lib/domain/permissions";

/** Set by proxy.ts, so that signing in leads back to where one wanted to go. */
export const PATH_HEADER = "x-cardwell-path";

export type SearchParams = Record<string, string | string[] | undefined>;

type PageProps = { params: Promise<Record<string, string>>; searchParams: Promise<SearchParams> };

export type PageDefinition = {
  permission: Permission;
  render(context: {
    actor: Actor;
    params: Record<string, string>;
    searchParams: SearchParams;
  }): Promise<ReactNode> | ReactNode;
};

/** A page that cannot be written without a permission. */
export function definePage(definition: PageDefinition) {
  return async ({ params, searchParams }: PageProps): Promise<ReactNode> => {
    const path = (await headers()).get(PATH_HEADER) ?? "/";
    const permitted = await permit(definition.permission, `open ${path.split("?")[0]}`, await requestInfo());
    if (!permitted.ok) {
      if (permitted.error.code === "signed-out") redirect(signInAddress(path));
      forbidden();
    }
    return definition.render({
      actor: permitted.data,
      params: await params,
      searchParams: await searchParams,
    });
  };
}

function signInAddress(path: string): string {
  return path === "/" ? "/login" : `/login?next=${encodeURIComponent(path)}`;
}
