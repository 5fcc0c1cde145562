import type { Metadata } from "next";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { MonthState } from "@/components/reconciliation/period-state";
import { PeriodsTable } from "@/components/reconciliation/periods-table";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { Callout } from "@/components/ui/messages/callout";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { formatPeriod, reportName } from "@/lib/domain/reports/report";
import { definePage } from "@/lib/queries/define-page";
import { getReconciliation } from "@/lib/queries/reconciliation";

export const metadata: Metadata = { title: "Reconciliation" };

export default definePage({
  permission: "reconciliation.read",
  path: "/reconciliation",
  async render({ since }) {
    const found = await getReconciliation({});
    if (!found.ok) return <ErrorState error={found.error} />;
    const { months, unclearFiles } = found.data;
    return (
      <>
        <RefreshOn since={since} topics={["reconciliation"]} />
        <PageHeader
          title="Reconciliation"
          lead="The settlement files against our transactions, row by row."
          actions={
            <>
              <LinkButton href="/reconciliation/columns">Columns</LinkButton>
              <LinkButton href="/reconciliation/exceptions">Exceptions</LinkButton>
            </>
          }
        />
        {unclearFiles.map(({ reportId, type, date, question }) => (
          <Callout
            key={reportId}
            tone="warn"
            title={`${reportName(type)}, ${formatPeriod(type, date)}, wasn’t understood`}
            action={
              <LinkButton size="small" href={`/reconciliation/columns?type=${type}`}>
                Choose columns
              </LinkButton>
            }
            className="mb-4"
          >
            {question}
          </Callout>
        ))}
        <Panel isFlush>
          {months.length === 0 ? (
            <EmptyState
              title="Nothing to reconcile yet"
              action={<LinkButton href="/reports/coverage">Open Coverage</LinkButton>}
            >
              A day is compared as soon as its settlement file is here.
            </EmptyState>
          ) : (
            <PeriodsTable
              label="Months"
              kind="month"
              rows={months.map(({ month, rows, matched, open, days, signedDays, signOff }) => ({
                from: month,
                figures: { rows, matched, open },
                state: <MonthState days={days} signedDays={signedDays} signOff={signOff} />,
              }))}
            />
          )}
        </Panel>
      </>
    );
  },
});
