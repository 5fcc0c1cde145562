"use client";

import { Steps } from "@/components/audit/steps";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { DateTime, ZoneName } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { Money } from "@/components/ui/money";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Transaction } from "@/lib/contract/transaction";
import type { AppError } from "@/lib/domain/result";

export type CustomerTransaction = Transaction & { lastFour: string | null };

const COLUMNS: readonly Column<CustomerTransaction>[] = [
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <StatusBadge of="transaction" status={status} />,
    isFixed: true,
    mobile: "title",
    skeleton: "short",
  },
  {
    id: "card",
    header: "Card",
    cell: ({ lastFour }) =>
      lastFour === null ? <span className="text-ink-3">another</span> : `•• ${lastFour}`,
    mobile: "subtitle",
    skeleton: "short",
  },
  {
    id: "charged",
    header: "Charged",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} isMuted />,
    align: "end",
    from: "medium",
    mobile: "hidden",
    skeleton: "medium",
  },
  {
    id: "billed",
    header: "Billed",
    cell: ({ bill_amount, bill_currency, status }) => (
      <Money
        amount={bill_amount}
        currency={bill_currency}
        isMuted={status === "DECLINED" || status === "REVERSED"}
      />
    ),
    align: "end",
    mobile: "meta",
    skeleton: "medium",
  },
  {
    id: "created",
    header: "When",
    note: <ZoneName />,
    cell: ({ created }) => <DateTime value={created} className="text-ink-2" />,
    align: "end",
    mobile: "meta",
    skeleton: "medium",
  },
];

type CustomerTransactionsProps = {
  rows: readonly CustomerTransaction[];
  error: AppError | null;
  olderHref: string | null;
  newestHref: string | null;
};

/** All that was paid with any of their cards, and tried to be, the newest first. */
export function CustomerTransactions({ rows, error, olderHref, newestHref }: CustomerTransactionsProps) {
  return (
    <DataTable
      name="customer-transactions"
      label="Transactions"
      columns={COLUMNS}
      rows={rows}
      rowId={({ id }) => id}
      rowHref={({ id }) => `/transactions?open=${encodeURIComponent(id)}`}
      error={error}
      empty={
        <EmptyState title="Nothing has been paid yet">
          What is paid with any of their cards will be listed here.
        </EmptyState>
      }
      footer={<Steps olderHref={olderHref} newestHref={newestHref} />}
    />
  );
}
