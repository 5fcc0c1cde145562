import { transactionsHref } from "@/components/overview/list-links";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { DateTime } from "@/components/ui/values/date-time";
import { Money } from "@/components/ui/values/money";
import { StatusBadge } from "@/components/ui/values/status-badge";
import type { Transaction } from "@/lib/contract/transaction";
import { TransactionActions } from "./transaction-actions";

/** With what the issuer's list of transactions doesn't have. */
type SandboxTransaction = Transaction & { merchant: string; last_four: string };

export function RecentTransactions({ transactions }: { transactions: readonly SandboxTransaction[] }) {
  if (transactions.length === 0) return <EmptyState title="No transactions yet" />;
  return (
    <ul aria-label="Transactions" className="divide-y divide-line border-line border-t">
      {transactions.map((transaction) => (
        <li key={transaction.id} className="flex items-center gap-4 px-4 py-2">
          <span className="w-24 shrink-0">
            <StatusBadge of="transaction" status={transaction.status} />
          </span>
          <span className="flex min-w-0 flex-1 flex-col items-start">
            <IntentLink
              href={transactionsHref({ card: transaction.card_id, open: transaction.id })}
              className="max-w-full truncate rounded-[3px] text-accent hover:underline"
            >
              {transaction.merchant}
            </IntentLink>
            <span className="max-w-full truncate text-small">
              •• {transaction.last_four} {transaction.cardholder_name}
            </span>
            <span className="flex flex-wrap items-center gap-x-3 text-small text-ink-2">
              <DateTime value={transaction.created} />
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
          <span className="flex w-8 shrink-0 justify-end">
            <TransactionActions id={transaction.id} status={transaction.status} />
          </span>
        </li>
      ))}
    </ul>
  );
}
