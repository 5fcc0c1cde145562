import type { ReactNode } from "react";
import { transactionsHref } from "@/components/overview/list-links";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { DateTime } from "@/components/ui/values/date-time";
import { Money } from "@/components/ui/values/money";
import { StatusBadge } from "@/components/ui/values/status-badge";
import type { Transaction } from "@/lib/contract/transaction";

type CardPageTransactionsProps = {
  transactions: readonly Transaction[];
  actionFor?: ((transaction: Transaction) => ReactNode) | undefined;
};

export function CardPageTransactions({ transactions, actionFor }: CardPageTransactionsProps) {
  if (transactions.length === 0) return <EmptyState title="No transactions yet" />;
  return (
    <ul aria-label="Transactions" className="divide-y divide-line border-line border-t">
      {transactions.map((transaction) => (
        <li key={transaction.id} className="flex items-center gap-4 px-4 py-2">
          <span className="flex min-w-0 flex-1 flex-col items-start gap-x-4 gap-y-0.5 sm:flex-row sm:items-center">
            <span className="w-24 shrink-0">
              <StatusBadge of="transaction" status={transaction.status} />
            </span>
            <IntentLink
              href={transactionsHref({ card: transaction.card_id, open: transaction.id })}
              className="w-44 shrink-0 rounded-[3px] text-accent hover:underline max-sm:text-small"
            >
              <span className="sr-only">Transaction of </span>
              <DateTime value={transaction.created} />
            </IntentLink>
            <span className="min-w-0 max-sm:hidden">
              <CopyableId id={transaction.id} name="transaction ID" />
            </span>
          </span>
          <span className="flex shrink-0 flex-col items-end">
            <Money
              amount={transaction.bill_amount}
              currency={transaction.bill_currency}
              isMuted={transaction.status === "DECLINED" || transaction.status === "REVERSED"}
            />
            {transaction.currency !== transaction.bill_currency && (
              <span className="text-small">
                <Money amount={transaction.amount} currency={transaction.currency} isMuted />
              </span>
            )}
          </span>
          {actionFor && <span className="flex w-8 shrink-0 justify-end">{actionFor(transaction)}</span>}
        </li>
      ))}
    </ul>
  );
}
