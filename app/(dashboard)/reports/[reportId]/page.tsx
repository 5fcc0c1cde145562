import Download from "lucide-react/icons/download";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { BalancePanel } from "@/components/reports/balance-panel";
import { comparisonHref, OtherCaptures } from "@/components/reports/other-captures";
import { ReportDownloads, ReportFileDetails, ReportHistory } from "@/components/reports/report-file";
import { ReportProgress } from "@/components/reports/report-progress";
import { ReportRows } from "@/components/reports/report-rows";
import { ReportStateBadge } from "@/components/reports/report-state";
import { ReportTotals } from "@/components/reports/report-totals";
import { RequestAgainButton } from "@/components/reports/request-again-button";
import { ActionButton } from "@/components/ui/buttons/action-button";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { DateTime } from "@/components/ui/values/date-time";
import { cancelReport } from "@/lib/actions/cancel-report";
import { retryReport } from "@/lib/actions/retry-report";
import { TimeZoneOverride } from "@/lib/client/time-zone";
import { can } from "@/lib/domain/people/permissions";
import { formatPeriod, type ReportFile, type ReportState, reportName } from "@/lib/domain/reports/report";
import { REPORT_TYPES } from "@/lib/domain/reports/report-calendar";
import { definePage } from "@/lib/queries/define-page";
import { getOtherCaptures, getReport, getReportRows } from "@/lib/queries/reports";
import { reportView } from "@/lib/url/reports-view";

export const metadata: Metadata = { title: "Report" };

const RETRYABLE_STATES: readonly ReportState[] = ["failed", "requested", "withdrawn"];

export default definePage({
  permission: "reports.read",
  path: "/reports/[reportId]",
  async render({ actor, params, searchParams, since }) {
    const reportId = params.reportId ?? "";
    const view = reportView.parse(searchParams);
    const [found, captures] = await Promise.all([getReport({ reportId }), getOtherCaptures({ reportId })]);
    if (!found.ok && found.error.code === "not-found") notFound();
    if (!found.ok) return <ErrorState error={found.error} />;
    const report = found.data;
    const canRequest = can(actor.role, "reports.request");
    const type = REPORT_TYPES.find((known) => known === report.type);
    const [otherCapture] = captures.ok ? captures.data : [];
    return (
      <>
        <RefreshOn since={since} topics={[`reports:${reportId}`]} />
        <PageHeader
          breadcrumb={<Breadcrumb steps={[{ href: "/reports", name: "Reports" }]} />}
          title={
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {reportName(report.type)}, {formatPeriod(report.type, report.date)}
              <ReportStateBadge state={report.state} />
            </span>
          }
          lead={
            <>
              Requested by {report.person} on <DateTime value={report.createdAt} />
            </>
          }
          actions={
            <>
              {canRequest && RETRYABLE_STATES.includes(report.state) && (
                <ActionButton
                  action={retryReport}
                  input={{ reportId }}
                  failedTitle="Couldn’t request the report"
                >
                  Request again
                </ActionButton>
              )}
              {canRequest && report.state === "captured" && type && (
                <RequestAgainButton type={type} date={report.date} />
              )}
              {canRequest && report.state === "queued" && (
                <ActionButton
                  action={cancelReport}
                  input={{ reportId }}
                  failedTitle="Couldn’t cancel the request"
                >
                  Cancel request
                </ActionButton>
              )}
              {otherCapture && (
                <LinkButton href={comparisonHref(reportId, otherCapture)}>
                  Compare with {otherCapture.isLater ? "latest" : "previous"}
                </LinkButton>
              )}
              {report.file && can(actor.role, "reports.download") && (
                <>
                  <a
                    href={`/api/reports/${reportId}/file?format=xlsx`}
                    download
                    className={buttonStyle({ tone: "plain", size: "normal" })}
                  >
                    Download Excel
                  </a>
                  <a
                    href={`/api/reports/${reportId}/file`}
                    download
                    className={buttonStyle({ tone: "primary", size: "normal" })}
                  >
                    <Download strokeWidth={1.75} className="size-4" aria-hidden="true" />
                    Download CSV
                  </a>
                </>
              )}
            </>
          }
        />
        <div className="flex flex-col gap-5">
          <ReportProgress report={report} />
          {report.file && <FileSection reportId={reportId} file={report.file} view={view} />}
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
            <Panel title="History">
              <ReportHistory history={report.history} />
            </Panel>
            {report.file && (
              <div className="flex flex-col gap-5">
                {captures.ok && captures.data.length > 0 && (
                  <Panel title="Other captures" lead="Files of the same report and period" isFlush>
                    <OtherCaptures reportId={reportId} captures={captures.data} />
                  </Panel>
                )}
                <Panel title="Downloads" lead="Who downloaded the file, and when">
                  <ReportDownloads downloads={report.downloads} />
                </Panel>
              </div>
            )}
          </div>
        </div>
      </>
    );
  },
});

type FileSectionProps = { reportId: string; file: ReportFile; view: ReturnType<typeof reportView.parse> };

async function FileSection({ reportId, file, view }: FileSectionProps) {
  const rows = await getReportRows({ reportId, search: view.search, zone: view.zone, sort: view.sort });
  const path = `/reports/${reportId}`;
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          <BalancePanel
            summary={file.summary}
            hrefFor={(day) => reportView.href(path, { ...view, search: day, zone: null })}
          />
          <Panel title="Totals" lead="By type and currency" isFlush>
            <ReportTotals totals={file.summary.totals} unreadRows={file.summary.unreadRows} />
          </Panel>
        </div>
        <Panel title="File">
          <ReportFileDetails file={file} />
        </Panel>
      </div>
      <section aria-label="Rows">
        <TimeZoneOverride timeZone={view.search ? (view.zone ?? "UTC") : null}>
          <ReportRows
            reportId={reportId}
            columns={file.columns}
            columnRoles={file.summary.means}
            initial={rows.ok ? rows.data : null}
            error={rows.ok ? null : rows.error}
            view={view}
            defaults={reportView.defaults}
          />
        </TimeZoneOverride>
      </section>
    </>
  );
}
