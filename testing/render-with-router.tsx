import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ComponentProps, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const ROUTER = { prefetch() {} } as unknown as ComponentProps<typeof AppRouterContext.Provider>["value"];
const NO_PARAMETERS = new URLSearchParams();

/** The markup of components on a page at this path, because links and dialogs need a router. */
export function renderWithRouter(shown: ReactNode, path = "/"): string {
  return renderToStaticMarkup(
    <AppRouterContext.Provider value={ROUTER}>
      <PathnameContext.Provider value={path}>
        <SearchParamsContext.Provider value={NO_PARAMETERS}>{shown}</SearchParamsContext.Provider>
      </PathnameContext.Provider>
    </AppRouterContext.Provider>,
  );
}
