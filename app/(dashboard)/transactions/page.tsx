import type { Metadata } from "next";
import { cookies } from "next/headers";
import { ExportButton } from "@/components/data-table/export-button";
import { IndexFreshness } from "@/components/layout/index-freshness";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { TransactionSettlementSection } from "@/components/transactions/transaction-settlement";
import { TransactionTotals } from "@/components/transactions/transaction-totals";
import { TransactionsTable } from "@/components/transactions/transactions-table";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { ViewBar } from "@/components/views/view-bar";
import { parseTablePreferences, tableCookie } from "@/lib/client/table-preferences";
import { FilterTimeZone } from "@/lib/client/time-zone";
import { exactTotal, FIRST_PAGE, formatTotal, type ListSource } from "@/lib/domain/cards/listed";
import { can } from "@/lib/domain/people/permissions";
import { refreshTopics } from "@/lib/lists/list";
import { transactionsList } from "@/lib/lists/transactions-list";
import { definePage } from "@/lib/queries/define-page";
import { getIndexState } from "@/lib/queries/index-state";
import { openList } from "@/lib/queries/open-list";
import { getTransaction, getTransactionFacets, getTransactionsPage } from "@/lib/queries/transactions";
import { exportFileName } from "@/lib/url/export-file-name";
import { onlyDay, transactionsView } from "@/lib/url/transactions-view";
import { isFiltered, NO_PRESENTATION } from "@/lib/url/view-href";

export const metadata: Metadata = { title: "Transactions" };

const NO_FACETS = { statuses: [], currencies: [], lastFour: null, total: null };

/** Limits how often frequent changes refresh the list. */
const MIN_REFRESH_INTERVAL_MS = 1_000;

export default definePage({
  permission: "transactions.read",
  path: "/transactions",
  async render({ actor, searchParams, since }) {
    const { view, bar } = await openList("transactions", searchParams, actor);
    const [page, facetsResult, index] = await Promise.all([
      getTransactionsPage(view),
      getTransactionFacets(view),
      getIndexState({}),
    ]);
    const row = page.ok ? page.data.rows.find(({ id }) => id === view.open) : undefined;
    const found = view.open === null ? null : await getTransaction({ id: view.open, cardId: row?.card_id });
    const preferences = parseTablePreferences(
      (await cookies()).get(tableCookie(transactionsList.name))?.value,
    );
    const source = page.ok ? page.data.source : "index";
    const facets = facetsResult.ok ? facetsResult.data : NO_FACETS;
    // If the issuer returns no total, use the index's once it has synced everything.
    const hasIndexTotal = source === "index" || (index.ok && index.data.transactions.isComplete);
    const incomplete = page.ok ? page.data.incomplete : null;
    const total = incomplete
      ? null
      : ((page.ok && source === "issuer" ? page.data.total : null) ?? (hasIndexTotal ? facets.total : null));
    const totalText = total === null ? null : formatTotal(total, "transaction");
    const day = onlyDay(view);
    const addedUp = {
      ...view,
      ...FIRST_PAGE,
      ...NO_PRESENTATION,
      open: null,
      sort: transactionsView.defaults.sort,
    };
    const card = found?.ok ? found.data.card : null;
    // Any card if the index doesn't know the open transaction's card yet.
    const cardTopic = card ? `card:${card.id}` : "cards";
    return (
      <>
        <RefreshOn
          since={since}
          topics={[
            ...refreshTopics(transactionsList, source),
            "views",
            ...(view.open === null ? [] : [cardTopic]),
          ]}
          minIntervalMs={MIN_REFRESH_INTERVAL_MS}
        />
        <PageHeader
          title="Transactions"
          lead={incomplete ?? leadText(totalText, source)}
          actions={
            <>
              {day !== null && can(actor.role, "reconciliation.read") && (
                <LinkButton href={`/reconciliation/${day}`}>Reconcile this day</LinkButton>
              )}
              {can(actor.role, "lists.export") && (
                <ExportButton
                  href={transactionsView.href("/api/transactions/export", {
                    ...view,
                    ...FIRST_PAGE,
                    ...NO_PRESENTATION,
                    open: null,
                  })}
                  fileName={exportFileName("transactions", view, transactionsView.defaults)}
                  total={exactTotal(total)}
                />
              )}
            </>
          }
        />
        <ViewBar bar={bar(preferences)} />
        {isFiltered(addedUp, transactionsView.defaults) && (
          <TransactionTotals href={transactionsView.href("/api/transactions/totals", addedUp)} />
        )}
        <FilterTimeZone
          days={{ ...view, from: view.from ?? view.clearedFrom, to: view.to ?? view.clearedTo }}
        >
          <TransactionsTable
            page={page.ok ? page.data : null}
            error={page.ok ? null : page.error}
            view={view}
            defaults={transactionsView.defaults}
            preferences={preferences}
            facets={facets}
            openTransaction={
              view.open === null
                ? null
                : {
                    id: view.open,
                    transaction: found?.ok ? found.data.transaction : null,
                    card,
                    statusThen: found?.ok ? found.data.statusThen : null,
                    settlement: found?.ok && found.data.transaction && (
                      <TransactionSettlementSection
                        transactionId={found.data.transaction.id}
                        billCurrency={found.data.transaction.bill_currency}
                        settlement={found.data.settlement}
                      />
                    ),
                  }
            }
            canFreeze={can(actor.role, "cards.freeze")}
            canReadReports={can(actor.role, "reports.read")}
            total={totalText}
            freshness={index.ok && <IndexFreshness initial={index.data} of="transactions" isSubset />}
          />
        </FilterTimeZone>
      </>
    );
  },
});

function leadText(totalText: string | null, source: ListSource): string {
  if (source === "issuer") return `${totalText ?? "All transactions"} · newest first`;
  return totalText ?? "Search results";
}
