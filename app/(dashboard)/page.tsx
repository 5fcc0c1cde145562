import type { Metadata } from "next";
import { type ReactNode, Suspense } from "react";
import { IndexFreshness } from "@/components/layout/index-freshness";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import {
  AttentionPanel,
  ConnectionPanel,
  ReadOnlyAttentionPanel,
} from "@/components/overview/attention-panel";
import { CardsPanel } from "@/components/overview/cards-panel";
import { DeclinesPanel } from "@/components/overview/declines-panel";
import { IssuancePanel } from "@/components/overview/issuance-panel";
import { RangeBar } from "@/components/overview/range-bar";
import { RecentActions } from "@/components/overview/recent-actions";
import { RefreshOnIssuerChange } from "@/components/overview/refresh-on-issuer-change";
import { SpendPanel } from "@/components/overview/spend-panel";
import { listCurrencies } from "@/components/overview/sum-transactions";
import { TopCustomers, TopCustomersSkeleton } from "@/components/overview/top-customers";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { type AttentionKind, canHandleAttention } from "@/lib/domain/cards/attention-items";
import { can } from "@/lib/domain/people/permissions";
import { getAttention } from "@/lib/queries/attention";
import { definePage } from "@/lib/queries/define-page";
import { getFigures, getTopCustomers } from "@/lib/queries/figures";
import { getIndexState } from "@/lib/queries/index-state";
import { getRecentActions } from "@/lib/queries/overview";
import { overviewView } from "@/lib/url/overview-view";

export const metadata: Metadata = { title: "Overview" };

/** Limits how often frequent changes refresh the page. */
const MIN_REFRESH_INTERVAL_MS = { attention: 1_500, figures: 4_000 };
const DEFAULT_CURRENCY = "USD";

export default definePage({
  permission: "cards.read",
  path: "/",
  async render({ actor, searchParams, since }) {
    const view = overviewView.parse(searchParams);
    const [index, attention, figures, actions] = await Promise.all([
      getIndexState({}),
      getAttention({ opened: view.opened }),
      getFigures({ range: view.range, from: view.from, to: view.to }),
      getRecentActions({}),
    ]);
    const canHandle = canHandleAttention(actor.role);
    const attentionProps = attention.ok && {
      attention: attention.data,
      role: actor.role,
      expandedKind: view.opened,
      hrefFor: (opened: AttentionKind | null) => overviewView.href("/", { ...view, opened }),
    };
    const canReadAudit = can(actor.role, "audit.read");
    const recent = (
      <Panel
        title={canReadAudit ? "Recent actions" : "Your recent actions"}
        action={canReadAudit && <LinkButton href="/audit">Audit log</LinkButton>}
        isFlush
      >
        {actions.ok ? <RecentActions actions={actions.data} /> : <ErrorState error={actions.error} />}
      </Panel>
    );
    return (
      <>
        <RefreshOn
          since={since}
          topics={["attention", `person:${actor.id}`]}
          minIntervalMs={MIN_REFRESH_INTERVAL_MS.attention}
        />
        <RefreshOn
          since={since}
          topics={["cards", "transactions", "index", ...(canReadAudit ? ["audit"] : [])]}
          minIntervalMs={MIN_REFRESH_INTERVAL_MS.figures}
        />
        {attention.ok && <RefreshOnIssuerChange isReachable={attention.data.issuer === null} />}
        <PageHeader
          title="Overview"
          lead={
            index.ok && (
              <span className="flex flex-wrap gap-x-4">
                <IndexFreshness initial={index.data} />
                <IndexFreshness initial={index.data} of="transactions" />
              </span>
            )
          }
          actions={
            figures.ok && (
              <RangeBar
                path="/"
                view={view}
                defaults={overviewView.defaults}
                range={figures.data.range}
                today={figures.data.today}
              />
            )
          }
        />
        <div className="flex flex-col gap-5">
          {!attention.ok && <ErrorState error={attention.error} isInline />}
          {attentionProps &&
            (canHandle ? <AttentionPanel {...attentionProps} /> : <ConnectionPanel {...attentionProps} />)}
          {figures.ok ? (
            <ProgramFigures
              figures={figures.data}
              requestedCurrency={view.currency}
              hrefFor={(currency) => overviewView.href("/", { ...view, currency })}
              recent={recent}
            />
          ) : (
            <>
              <ErrorState error={figures.error} isInline />
              {recent}
            </>
          )}
          {attentionProps && !canHandle && <ReadOnlyAttentionPanel {...attentionProps} />}
        </div>
      </>
    );
  },
});

type Figures = Extract<Awaited<ReturnType<typeof getFigures>>, { ok: true }>["data"];

type ProgramFiguresProps = {
  figures: Figures;
  requestedCurrency: string | null;
  hrefFor: (currency: string) => string;
  recent: ReactNode;
};

function ProgramFigures({ figures, requestedCurrency, hrefFor, recent }: ProgramFiguresProps) {
  const { range, cards, issued, transactions } = figures;
  const currencies = listCurrencies(transactions);
  const currency = currencies.find((code) => code === requestedCurrency) ?? currencies[0] ?? DEFAULT_CURRENCY;
  return (
    <div className="grid grid-cols-1 gap-5 xl:grid-cols-3">
      <SpendPanel
        range={range}
        rows={transactions}
        currency={currency}
        currencies={currencies.map((name) => ({ name, href: hrefFor(name), isCurrent: name === currency }))}
        className="xl:col-span-2"
      />
      <CardsPanel counts={cards} />
      <div className="flex flex-col gap-5 xl:col-span-2">
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <DeclinesPanel range={range} rows={transactions} />
          <IssuancePanel range={range} rows={issued} />
        </div>
        {recent}
      </div>
      <Panel title="Top customers" lead={`By spend, ${currency}`} isFlush className="self-start">
        <Suspense key={`${range.from}/${range.to}/${currency}`} fallback={<TopCustomersSkeleton />}>
          <TopCustomersSection from={range.from} to={range.to} currency={currency} />
        </Suspense>
      </Panel>
    </div>
  );
}

/** Slow, because it reads every purchase in the range; the rest of the page doesn't wait for it. */
async function TopCustomersSection(query: { from: string; to: string; currency: string }) {
  const top = await getTopCustomers(query);
  if (!top.ok) return <ErrorState error={top.error} />;
  return <TopCustomers customers={top.data} currency={query.currency} />;
}
