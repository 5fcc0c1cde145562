import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { NewestCards } from "@/components/overview/newest-cards";
import { NewestTransactions } from "@/components/overview/newest-transactions";
import { RecentActions } from "@/components/overview/recent-actions";
import { ErrorState } from "@/components/ui/error-state";
import { LinkButton } from "@/components/ui/link-button";
import { Panel } from "@/components/ui/panel";
import { can } from "@/lib/domain/permissions";
import type { Result } from "@/lib/domain/result";
import { definePage } from "@/lib/queries/define-page";
import { getNewestCards, getNewestTransactions, getRecentActions } from "@/lib/queries/overview";

export const metadata: Metadata = { title: "Overview" };

export default definePage({
  permission: "cards.read",
  async render({ actor }) {
    const [cards, transactions, actions] = await Promise.all([
      getNewestCards({}),
      getNewestTransactions({}),
      getRecentActions({}),
    ]);
    const seesLog = can(actor.role, "audit.read");
    return (
      <>
        <RefreshOn topics={["cards", "transactions", "audit", `person:${actor.id}`]} />
        <PageHeader title="Overview" lead={`Good to see you, ${actor.name.split(" ")[0]}.`} />
        <div className="grid items-start gap-5 lg:grid-cols-2 2xl:grid-cols-3">
          <Part title="Newest cards" lead={totalOf(cards, "cards")} result={cards}>
            {({ cards }) => <NewestCards cards={cards} />}
          </Part>
          <Part
            title="Newest transactions"
            lead={totalOf(transactions, "transactions")}
            result={transactions}
          >
            {({ transactions }) => <NewestTransactions transactions={transactions} />}
          </Part>
          <Part
            title={seesLog ? "Recent actions" : "Your recent actions"}
            result={actions}
            action={seesLog && <LinkButton href="/audit">Audit log</LinkButton>}
          >
            {(rows) => <RecentActions actions={rows} />}
          </Part>
        </div>
      </>
    );
  },
});

type PartProps<Data> = {
  title: string;
  lead?: string | undefined;
  action?: ReactNode;
  result: Result<Data>;
  children: (data: Data) => ReactNode;
};

/** One part may fail while the others stand. */
function Part<Data>({ title, lead, action, result, children }: PartProps<Data>) {
  return (
    <Panel title={title} lead={lead} action={action} isFlush>
      {result.ok ? children(result.data) : <ErrorState error={result.error} />}
    </Panel>
  );
}

function totalOf(result: Result<{ total: number | null }>, noun: string): string | undefined {
  if (!result.ok || result.data.total === null) return undefined;
  return `of ${result.data.total.toLocaleString("en")} ${noun}, straight from the issuer`;
}
