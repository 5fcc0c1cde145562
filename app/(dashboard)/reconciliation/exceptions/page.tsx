import type { Metadata } from "next";
import { cookies } from "next/headers";
import { ExportButton } from "@/components/data-table/export-button";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { ExceptionsTable } from "@/components/reconciliation/exceptions/exceptions-table";
import { ViewBar } from "@/components/views/view-bar";
import { parseTablePreferences, tableCookie } from "@/lib/client/table-preferences";
import { FIRST_PAGE } from "@/lib/domain/cards/listed";
import { countOf } from "@/lib/domain/money/numbers";
import { can } from "@/lib/domain/people/permissions";
import { exceptionsList } from "@/lib/lists/exceptions-list";
import { definePage } from "@/lib/queries/define-page";
import {
  getException,
  getExceptionFacets,
  getExceptionRules,
  getExceptionsPage,
} from "@/lib/queries/exceptions";
import { openList } from "@/lib/queries/open-list";
import { exceptionsView, resolveSort } from "@/lib/url/exceptions-view";
import { exportFileName } from "@/lib/url/export-file-name";
import { NO_PRESENTATION } from "@/lib/url/view-href";

export const metadata: Metadata = { title: "Exceptions" };

const NO_FACETS = { currencies: [], owners: [] };

export default definePage({
  permission: "reconciliation.read",
  path: "/reconciliation/exceptions",
  async render({ actor, searchParams, since }) {
    const { view, bar } = await openList("exceptions", searchParams, actor);
    const preferences = parseTablePreferences((await cookies()).get(tableCookie(exceptionsList.name))?.value);
    const sort = resolveSort(view, preferences.sort ?? null);
    const [page, facets, rules, opened] = await Promise.all([
      getExceptionsPage({ ...view, sort }),
      getExceptionFacets({}),
      getExceptionRules({}),
      view.open === null ? null : getException({ id: view.open }),
    ]);
    return (
      <>
        <RefreshOn since={since} topics={[...exceptionsList.topics, "views"]} />
        <PageHeader
          breadcrumb={<Breadcrumb steps={[{ href: "/reconciliation", name: "Reconciliation" }]} />}
          title="Exceptions"
          lead={page.ok ? countOf(page.data.total, "exception") : null}
          actions={
            can(actor.role, "lists.export") && (
              <ExportButton
                href={exceptionsView.href("/api/reconciliation/exceptions/export", {
                  ...view,
                  ...FIRST_PAGE,
                  ...NO_PRESENTATION,
                  open: null,
                  sort,
                })}
                fileName={exportFileName("exceptions", view, exceptionsView.defaults)}
                total={page.ok ? page.data.total : null}
              />
            )
          }
        />
        {/* The order is saved even if it is only remembered. */}
        <ViewBar bar={bar({ ...preferences, used: { sort } })} />
        <ExceptionsTable
          page={page.ok ? page.data : null}
          error={page.ok ? null : page.error}
          view={view}
          defaults={exceptionsView.defaults}
          sort={sort}
          preferences={preferences}
          facets={facets.ok ? facets.data : NO_FACETS}
          rules={rules.ok ? rules.data : []}
          openException={
            view.open === null
              ? null
              : {
                  id: view.open,
                  exception: opened?.ok ? opened.data.exception : null,
                  history: opened?.ok ? opened.data.history : [],
                }
          }
          canWork={can(actor.role, "reconciliation.work")}
        />
      </>
    );
  },
});
