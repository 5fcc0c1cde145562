"use client";

import { type ReactNode, Suspense, useEffect } from "react";
import { sortLinks } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { emptyText } from "@/components/data-table/empty-text";
import { ListEmpty } from "@/components/data-table/list-empty";
import { ListFooter } from "@/components/data-table/list-footer";
import { useListErrors } from "@/components/data-table/use-list-errors";
import { classNames } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/messages/skeleton";
import { columnChoice } from "@/lib/client/column-choice";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { TablePreferences } from "@/lib/client/table-preferences";
import { usePrefetchNext } from "@/lib/client/use-prefetch";
import { useView } from "@/lib/client/use-view";
import type { StatusAt, StatusSnapshot } from "@/lib/domain/cards/card-status";
import { FIRST_PAGE, type ListedTransaction, type ListPage } from "@/lib/domain/cards/listed";
import type { FoundCard, FoundTransaction } from "@/lib/domain/cards/search-results";
import type { AppError } from "@/lib/domain/result";
import { transactionsList } from "@/lib/lists/transactions-list";
import type { TransactionsView } from "@/lib/url/transactions-view";
import { isFiltered } from "@/lib/url/view-href";
import { DeclineReason } from "./decline-reason";
import type { TransactionCardProps } from "./transaction-card";
import { TransactionPanel } from "./transaction-panel";
import { type TransactionFilterFacets, TransactionsFilters } from "./transactions-filters";
import { transactionsTableColumns } from "./transactions-table-columns";

export type OpenTransaction = {
  id: string;
  transaction: FoundTransaction | null;
  card: (FoundCard & StatusSnapshot) | null;
  /** The card's status when the transaction was declined; null if uncertain. */
  statusThen: StatusAt | null;
  /** A `TransactionSettlementSection`; null without a transaction. */
  settlement: ReactNode;
};

type TransactionsTableProps = {
  page: ListPage<ListedTransaction> | null;
  error: AppError | null;
  view: TransactionsView;
  defaults: TransactionsView;
  preferences: TablePreferences;
  facets: TransactionFilterFacets;
  openTransaction: OpenTransaction | null;
  canFreeze: boolean;
  canReadReports: boolean;
  total: string | null;
  freshness: ReactNode;
};

const transactionCard = loadOnIntent<TransactionCardProps>(() => import("./transaction-card"));

const NO_ROWS: readonly ListedTransaction[] = [];

export function TransactionsTable(props: TransactionsTableProps) {
  const { page, defaults, preferences, facets, openTransaction, canFreeze, total, freshness } = props;
  const { view, isPending, change, clear, clearExcept, hrefAfter, field } = useView({
    path: "/transactions",
    view: props.view,
    defaults,
  });
  const { error, retry, isRetrying } = useListErrors({
    error: props.error,
    fallbackReason: page?.fallbackReason ?? null,
  });
  const rows = page?.rows ?? NO_ROWS;
  usePrefetchNext(page?.next && !isPending ? hrefAfter({ ...page.next, open: null }) : null, page);

  return (
    <div className="flex flex-col gap-4 xl:flex-row xl:items-start">
      <div className={classNames("min-w-0 flex-1", view.open !== null && "max-md:hidden")}>
        <DataTable
          name={transactionsList.name}
          label="Transactions"
          columns={transactionsTableColumns(props.canReadReports)}
          rows={rows}
          rowId={({ id }) => id}
          rowHref={({ id }) => hrefAfter({ open: id })}
          onOpenRow={({ id }) => change({ open: id })}
          selectedId={view.open}
          sorts={sortLinks(transactionsList, view.sort, (sort) => hrefAfter({ sort }))}
          preferences={preferences}
          columnChoice={columnChoice(view, change)}
          isBusy={(isPending && hasListChanged(view, props.view)) || isRetrying}
          error={error}
          onRetry={retry}
          empty={
            <ListEmpty
              noun="transaction"
              title="No transactions yet"
              filtered={emptyText("transaction", view, defaults)}
              firstHref={page?.previous ? hrefAfter(FIRST_PAGE) : null}
              onClear={clearExcept}
            />
          }
          toolbar={
            <TransactionsFilters
              view={view}
              facets={facets}
              change={change}
              field={field}
              clear={isFiltered(view, defaults) ? clear : null}
            />
          }
          footer={
            page && (
              <ListFooter
                page={page}
                total={total}
                freshness={freshness}
                hrefAt={(position) => hrefAfter({ ...position, open: null })}
              />
            )
          }
        />
      </div>
      {view.open !== null && (
        <div className="max-xl:order-first xl:sticky xl:top-16 xl:w-96 xl:shrink-0">
          <OpenTransactionPanel
            id={view.open}
            row={rows.find(({ id }) => id === view.open) ?? null}
            openTransaction={openTransaction?.id === view.open ? openTransaction : null}
            canFreeze={canFreeze}
            transactionsHrefFor={(cardId) => hrefAfter({ ...defaults, card: cardId })}
            onClose={() => change({ open: null })}
          />
        </div>
      )}
    </div>
  );
}

/** Opening a transaction doesn't change the list. */
function hasListChanged(view: TransactionsView, shown: TransactionsView): boolean {
  return Object.keys(view).some(
    (name) =>
      name !== "open" && view[name as keyof TransactionsView] !== shown[name as keyof TransactionsView],
  );
}

type OpenTransactionPanelProps = {
  id: string;
  row: ListedTransaction | null;
  /** Null until the server has responded. */
  openTransaction: OpenTransaction | null;
  canFreeze: boolean;
  transactionsHrefFor: (cardId: string) => string;
  onClose: () => void;
};

/** Shows the row's data at once; the card follows. */
function OpenTransactionPanel({
  id,
  row,
  openTransaction,
  canFreeze,
  transactionsHrefFor,
  onClose,
}: OpenTransactionPanelProps) {
  const transaction = row ?? openTransaction?.transaction ?? null;
  const card = openTransaction?.card;
  // In parallel with the request for the card.
  useEffect(() => transactionCard.preload(), []);
  return (
    <TransactionPanel id={id} transaction={transaction} onClose={onClose}>
      {transaction?.status === "DECLINED" && (
        <DeclineReason statusThen={openTransaction?.statusThen ?? null} />
      )}
      {openTransaction?.settlement}
      {card && (
        <Suspense fallback={<Skeleton className="h-20 w-full" />}>
          <transactionCard.Component
            card={card}
            canFreeze={canFreeze}
            transactionsHref={transactionsHrefFor(card.id)}
          />
        </Suspense>
      )}
      {!openTransaction && <Skeleton className="h-20 w-full" />}
      {openTransaction && !card && transaction && (
        <p className="text-small text-ink-2">This card isn’t synced yet.</p>
      )}
      {openTransaction && !transaction && (
        <p role="alert" className="text-pretty text-ink-2">
          Transaction not found. It may not be synced yet, so try again in a moment.
        </p>
      )}
    </TransactionPanel>
  );
}
