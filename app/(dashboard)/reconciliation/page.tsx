import type { Metadata } from "next";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { Callout } from "@/components/ui/messages/callout";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { periodHref } from "@/lib/domain/reconciliation/period";
import { formatPeriod, reportName } from "@/lib/domain/reports/report";
import { formatMonth } from "@/lib/domain/time/date-time";
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
          actions={<LinkButton href="/reconciliation/exceptions">Exceptions</LinkButton>}
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
              action={<LinkButton href="/reports">Open Reports</LinkButton>}
            >
              A day is compared as soon as its settlement file is here.
            </EmptyState>
          ) : (
            <table aria-label="Months" className="w-full">
              <thead className="text-small text-ink-2">
                <tr className="border-line border-b">
                  <th scope="col" className="px-4 py-2 text-start font-medium">
                    Month
                  </th>
                  <th scope="col" className="px-2 py-2 text-end font-medium">
                    Days
                  </th>
                  <th scope="col" className="px-2 py-2 text-end font-medium">
                    Rows
                  </th>
                  <th scope="col" className="px-2 py-2 text-end font-medium">
                    Agree
                  </th>
                  <th scope="col" className="px-4 py-2 text-end font-medium">
                    Open
                  </th>
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {months.map(({ month, days, rows, matched, open }) => (
                  <tr key={month}>
                    <th scope="row" className="px-4 py-2 text-start font-medium">
                      <IntentLink
                        href={periodHref({ kind: "month", from: month })}
                        className="hover:underline"
                      >
                        {formatMonth(month)}
                      </IntentLink>
                    </th>
                    <td className="px-2 py-2 text-end text-ink-2">{countOf(days, "day")}</td>
                    <td className="px-2 py-2 text-end tabular-nums">{formatCount(rows)}</td>
                    <td className="px-2 py-2 text-end tabular-nums">{formatCount(matched)}</td>
                    <td className="px-4 py-2 text-end tabular-nums">{formatCount(open)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Panel>
      </>
    );
  },
});
