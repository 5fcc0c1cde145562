"use client";

import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { ListFooter } from "@/components/data-table/list-footer";
import { transactionsHref } from "@/components/overview/list-links";
import { TRANSACTION_COLUMNS } from "@/components/transactions/transactions-table-columns";
import { EmptyState } from "@/components/ui/empty-state";
import type { TablePreferences } from "@/lib/client/table-preferences";
import type { ListedTransaction, ListPage } from "@/lib/domain/lists";
import type { AppError } from "@/lib/domain/result";
import type { CustomerView } from "@/lib/url/customer-view";
import { viewHref } from "@/lib/url/view-href";

type Columns = readonly Column<ListedTransaction>[];

/** The cardholder is the page's title, so the status comes first. */
const COLUMNS: Columns = [
  ...pick("status", { isFixed: true, mobile: "title" }),
  ...pick("card", { mobile: "subtitle" }),
  ...TRANSACTION_COLUMNS.filter(({ id }) => !["holder", "status", "card"].includes(id)),
];

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

function pick(columnId: string, change: Partial<Column<ListedTransaction>>): Columns {
  return TRANSACTION_COLUMNS.filter(({ id }) => id === columnId).map((column) => ({ ...column, ...change }));
}
