"use client";

import { tableColumns } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { ListFooter } from "@/components/data-table/list-footer";
import { transactionsHref } from "@/components/overview/list-links";
import { TRANSACTION_CELLS } from "@/components/transactions/transactions-table-columns";
import { EmptyState } from "@/components/ui/messages/empty-state";
import type { TablePreferences } from "@/lib/client/table-preferences";
import type { ListedTransaction, ListPage } from "@/lib/domain/cards/listed";
import type { AppError } from "@/lib/domain/result";
import { transactionsList } from "@/lib/lists/transactions-list";
import type { CustomerView } from "@/lib/url/customer-view";
import { viewHref } from "@/lib/url/view-href";

const { holder: _holder, effect: _effect, status, card, ...otherCells } = TRANSACTION_CELLS;

/** The cardholder is the page's title, so the status comes first. */
const COLUMNS = tableColumns(transactionsList, {
  status: { ...status, isFixed: true, mobile: "title" },
  card: { ...card, mobile: "subtitle" },
  ...otherCells,
});

type CustomerTransactionsProps = {
  customerId: string;
  path: string;
  view: CustomerView;
  defaults: CustomerView;
  page: ListPage<ListedTransaction> | null;
  error: AppError | null;
  preferences: TablePreferences;
};

export function CustomerTransactions(props: CustomerTransactionsProps) {
  const { customerId, path, view, defaults, page, error, preferences } = props;
  return (
    <DataTable
      name="customer-transactions"
      label="Transactions"
      columns={COLUMNS}
      rows={page?.rows ?? []}
      rowId={({ id }) => id}
      rowHref={({ id }) => transactionsHref({ customer: customerId, open: id })}
      preferences={preferences}
      error={error}
      empty={
        <EmptyState title="No transactions yet">
          Transactions on this customer’s cards will appear here.
        </EmptyState>
      }
      footer={
        page &&
        (page.next || page.previous) && (
          <ListFooter
            page={page}
            total={null}
            freshness={null}
            hrefAt={(position) => viewHref(path, { ...view, ...position }, defaults)}
          />
        )
      }
    />
  );
}
