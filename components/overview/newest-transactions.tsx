import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { Money } from "@/components/ui/money";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Transaction } from "@/lib/contract/transaction";

export function NewestTransactions({ transactions }: { transactions: readonly Transaction[] }) {
  if (transactions.length === 0) return <EmptyState title="No purchase has been made yet" />;
  return (
    <ul className="divide-y divide-line border-line border-t">
      {transactions.map((transaction) => (
        <li key={transaction.id} className="flex items-center justify-between gap-3 px-4 py-2">
          <div className="min-w-0">
            <p className="truncate">{transaction.cardholder_name}</p>
            <p className="flex items-center gap-2 text-small text-ink-3">
              <StatusBadge of="transaction" status={transaction.status} />
              <DateTime value={transaction.created} />
            </p>
          </div>
          <div className="shrink-0 text-right">
            <p>
              <Money
                amount={transaction.bill_amount}
                currency={transaction.bill_currency}
                isMuted={transaction.status === "DECLINED" || transaction.status === "REVERSED"}
              />
            </p>
            {transaction.currency !== transaction.bill_currency && (
              <p className="text-small">
                <Money amount={transaction.amount} currency={transaction.currency} isMuted />
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
