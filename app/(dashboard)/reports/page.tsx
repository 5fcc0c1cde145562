import type { Metadata } from "next";
import { cookies } from "next/headers";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { MissingWebhooksCallout } from "@/components/reports/missing-webhooks-callout";
import { ReportsTable } from "@/components/reports/reports-table";
import { RequestButton } from "@/components/reports/request-button";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { ViewBar } from "@/components/views/view-bar";
import { parseTablePreferences, tableCookie } from "@/lib/client/table-preferences";
import { FilterTimeZone } from "@/lib/client/time-zone";
import { can } from "@/lib/domain/people/permissions";
import { reportsList } from "@/lib/lists/reports-list";
import { definePage } from "@/lib/queries/define-page";
import { openList } from "@/lib/queries/open-list";
import { getReportPage } from "@/lib/queries/reports";
import { reportsView } from "@/lib/url/reports-view";

export const metadata: Metadata = { title: "Reports" };

export default definePage({
  permission: "reports.read",
  path: "/reports",
  async render({ actor, searchParams, since }) {
    const { view, bar } = await openList("reports", searchParams, actor);
    const preferences = parseTablePreferences((await cookies()).get(tableCookie(reportsList.name))?.value);
    const page = await getReportPage(view);
    const canRequest = can(actor.role, "reports.request");
    const olderThan = page.ok ? page.data.olderThan : null;
    return (
      <>
        <RefreshOn since={since} topics={[...reportsList.topics, "views"]} />
        <PageHeader
          title="Reports"
          lead="Settlement and fee files. The issuer’s links expire after five minutes; the files are kept here."
          actions={
            <>
              <LinkButton href="/reports/coverage">Coverage</LinkButton>
              {canRequest && page.ok && <RequestButton today={page.data.today} />}
            </>
          }
        />
        {page.ok && page.data.overdueReports && (
          <MissingWebhooksCallout
            overdueReports={page.data.overdueReports}
            canReadWebhooks={can(actor.role, "webhooks.read")}
          />
        )}
        <ViewBar bar={bar(preferences)} />
        <FilterTimeZone days={view}>
          <ReportsTable
            rows={page.ok ? page.data.rows : []}
            error={page.ok ? null : page.error}
            view={view}
            defaults={reportsView.defaults}
            preferences={preferences}
            requesters={page.ok ? page.data.requesters : []}
            canRequest={canRequest}
            olderHref={
              olderThan === null ? null : reportsView.href("/reports", { ...view, before: olderThan })
            }
            newestHref={view.before === null ? null : reportsView.href("/reports", { ...view, before: null })}
          />
        </FilterTimeZone>
      </>
    );
  },
});
