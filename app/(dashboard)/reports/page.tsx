import type { Metadata } from "next";
import { cookies } from "next/headers";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { ReportsTable } from "@/components/reports/reports-table";
import { RequestButton } from "@/components/reports/request-button";
import { SilenceCallout } from "@/components/reports/silence-callout";
import { parseTablePreferences, tableCookie } from "@/lib/client/table-preferences";
import { DaysTimeZone } from "@/lib/client/time-zone";
import { can } from "@/lib/domain/permissions";
import { definePage } from "@/lib/queries/define-page";
import { getReportPage } from "@/lib/queries/reports";
import { reportsView } from "@/lib/url/reports-view";

export const metadata: Metadata = { title: "Reports" };

export default definePage({
  permission: "reports.read",
  path: "/reports",
  async render({ actor, searchParams }) {
    const view = reportsView.parse(searchParams);
    const page = await getReportPage(view);
    const mayRequest = can(actor.role, "reports.request");
    const olderThan = page.ok ? page.data.olderThan : null;
    return (
      <>
        <RefreshOn topics={["reports"]} />
        <PageHeader
          title="Reports"
          lead="Settlement and fee files. The issuer’s links expire after five minutes; the files are kept here."
          actions={mayRequest && page.ok && <RequestButton today={page.data.today} />}
        />
        {page.ok && page.data.overdueReports && (
          <SilenceCallout
            silence={page.data.overdueReports}
            seesWebhooks={can(actor.role, "webhooks.read")}
          />
        )}
        <DaysTimeZone days={view}>
          <ReportsTable
            rows={page.ok ? page.data.rows : []}
            error={page.ok ? null : page.error}
            view={view}
            defaults={reportsView.defaults}
            preferences={parseTablePreferences((await cookies()).get(tableCookie("reports"))?.value)}
            askers={page.ok ? page.data.requesters : []}
            mayRequest={mayRequest}
            olderHref={
              olderThan === null ? null : reportsView.href("/reports", { ...view, before: olderThan })
            }
            newestHref={view.before === null ? null : reportsView.href("/reports", { ...view, before: null })}
          />
        </DaysTimeZone>
      </>
    );
  },
});
