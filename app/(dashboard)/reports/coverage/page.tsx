import type { Metadata } from "next";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { BatchProgress } from "@/components/reports/coverage/batch-progress";
import { CoverageCalendar } from "@/components/reports/coverage/coverage-calendar";
import { CoverageLegend } from "@/components/reports/coverage/coverage-legend";
import { MonthNavigation } from "@/components/reports/coverage/month-navigation";
import { RequestMissingButton } from "@/components/reports/coverage/request-missing-button";
import { ScheduleList } from "@/components/reports/coverage/schedule-list";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { can } from "@/lib/domain/people/permissions";
import { gapsOf } from "@/lib/domain/reports/coverage";
import { getCoverage } from "@/lib/queries/coverage";
import { definePage } from "@/lib/queries/define-page";
import { coverageMonths, coverageView } from "@/lib/url/coverage-view";

export const metadata: Metadata = { title: "Coverage" };

/** A catch-up of a month publishes several events a second. */
const REFRESH_MS = 1_000;

export default definePage({
  permission: "reports.read",
  path: "/reports/coverage",
  async render({ actor, searchParams, since }) {
    const coverage = await getCoverage(coverageView.parse(searchParams));
    if (!coverage.ok) return <ErrorState error={coverage.error} />;
    const { month, today, rows, schedules, progress, subscriptions, canMail } = coverage.data;
    const canRequest = can(actor.role, "reports.request");
    const months = coverageMonths(month, today);
    return (
      <>
        <RefreshOn since={since} topics={["reports", "issuer"]} minIntervalMs={REFRESH_MS} />
        <PageHeader
          breadcrumb={<Breadcrumb steps={[{ href: "/reports", name: "Reports" }]} />}
          title="Coverage"
          lead="Which file of each day and month is here, and what is requested automatically."
          actions={canRequest && <RequestMissingButton month={month} gaps={gapsOf(rows).length} />}
        />
        <div className="flex flex-col gap-5">
          {progress && <BatchProgress {...progress} />}
          <section aria-label="Calendar" className="rounded-panel border border-line bg-surface p-4">
            <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <MonthNavigation month={`${month}-01`} {...months} />
              <CoverageLegend rows={rows} />
            </div>
            <CoverageCalendar
              key={month}
              month={`${month}-01`}
              today={today}
              rows={rows}
              {...months}
              canRequest={canRequest}
              canDownload={can(actor.role, "reports.download")}
            />
          </section>
          <Panel
            title="Schedules"
            lead="From a day on, each file is requested as soon as the issuer allows it."
            isFlush
          >
            <ScheduleList
              schedules={schedules}
              subscriptions={subscriptions}
              today={today}
              canManage={can(actor.role, "schedules.manage")}
              canMail={canMail}
            />
          </Panel>
        </div>
      </>
    );
  },
});
