import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { BridgePanel } from "@/components/reconciliation/bridge-panel";
import { ChecksPanel } from "@/components/reconciliation/checks-panel";
import { DaysPanel } from "@/components/reconciliation/days-panel";
import { ExceptionsSummary } from "@/components/reconciliation/exceptions/exceptions-summary";
import { NotDuePanel } from "@/components/reconciliation/not-due-panel";
import { PeriodFigures } from "@/components/reconciliation/period-figures";
import { DayState, SignOffBadge } from "@/components/reconciliation/period-state";
import { SignOffPanel } from "@/components/reconciliation/sign-off/sign-off-panel";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { Callout } from "@/components/ui/messages/callout";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { periodHref, periodName, periodText } from "@/lib/domain/reconciliation/period";
import { addDays, addMonths } from "@/lib/domain/time/calendar";
import { formatMonth } from "@/lib/domain/time/date-time";
import { definePage } from "@/lib/queries/define-page";
import { getExceptionsOf } from "@/lib/queries/exceptions";
import { getReconciledPeriod } from "@/lib/queries/reconciliation";
import { getSignOff } from "@/lib/queries/sign-offs";

export const metadata: Metadata = { title: "Reconciliation" };

export default definePage({
  permission: "reconciliation.read",
  path: "/reconciliation/[period]",
  async render({ params, since }) {
    const found = await getReconciledPeriod({ period: params.period ?? "" });
    if (!found.ok && found.error.code === "not-found") notFound();
    if (!found.ok) return <ErrorState error={found.error} />;
    const { period, days, bridges, monthChecks, notDue } = found.data;
    const waiting = days.reduce((sum, { result }) => sum + (result?.waiting ?? 0), 0);
    const { kind, from, to } = period;
    const [day] = days;
    const isCompared = days.length > 0;
    const [exceptions, signOff] = await Promise.all([
      getExceptionsOf({ from, to }),
      getSignOff({ period: periodText(period) }),
    ]);
    const step = (count: number) =>
      periodHref({ kind, from: kind === "day" ? addDays(from, count) : addMonths(from, count) });
    const month = { href: periodHref({ kind: "month", from }), name: formatMonth(from) };
    const checks = kind === "day" ? (day?.result?.checks ?? []) : isCompared ? monthChecks : [];
    return (
      <>
        <RefreshOn since={since} topics={["reconciliation"]} />
        <PageHeader
          breadcrumb={
            <Breadcrumb
              steps={[
                { href: "/reconciliation", name: "Reconciliation" },
                ...(kind === "day" ? [month] : []),
              ]}
            />
          }
          title={
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {periodName(period)}
              {kind === "day" && <DayState day={day} />}
              {kind === "month" && signOff.ok && signOff.data.current && (
                <SignOffBadge state={signOff.data.current.stale ? "stale" : "signed"} />
              )}
            </span>
          }
          actions={
            <>
              <LinkButton href={step(-1)}>Previous {kind}</LinkButton>
              <LinkButton href={step(1)}>Next {kind}</LinkButton>
              {kind === "day" && day && <LinkButton href={`/reports/${day.reportId}`}>Open file</LinkButton>}
            </>
          }
        />
        {kind === "day" && day?.isUnclear && (
          <Callout
            tone="warn"
            title="The daily file isn’t understood"
            action={
              <LinkButton size="small" href="/reconciliation/columns?type=daily">
                Choose columns
              </LinkButton>
            }
            className="mb-4"
          >
            The day is compared from the monthly file instead.
          </Callout>
        )}
        {isCompared ? (
          <PeriodFigures days={days} />
        ) : (
          <Panel className="mb-4">
            <EmptyState
              title="No settlement file yet"
              action={
                <LinkButton href={`/reports/coverage?month=${from.slice(0, 7)}`}>Open Coverage</LinkButton>
              }
            >
              {kind === "day" ? "The day" : "Each day"} is compared as soon as its settlement file is here.
            </EmptyState>
          </Panel>
        )}
        <div className="grid grid-cols-1 gap-4">
          {exceptions.ok ? (
            (isCompared || exceptions.data.total > 0) && (
              <ExceptionsSummary summary={exceptions.data} from={from} to={to} />
            )
          ) : (
            <ErrorState error={exceptions.error} />
          )}
          {notDue.length > 0 && <NotDuePanel items={notDue} total={waiting} />}
          {isCompared && bridges.map((bridge) => <BridgePanel key={bridge.currency} bridge={bridge} />)}
          {checks.length > 0 && <ChecksPanel checks={checks} />}
          {isCompared && kind === "month" && <DaysPanel from={from} to={to} days={days} />}
          {signOff.ok ? (
            (isCompared || signOff.data.current || signOff.data.earlier.length > 0) && (
              <SignOffPanel period={period} signOff={signOff.data} />
            )
          ) : (
            <ErrorState error={signOff.error} />
          )}
        </div>
      </>
    );
  },
});
