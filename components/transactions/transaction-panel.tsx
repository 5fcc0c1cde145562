"use client";

import type { ReactNode } from "react";
import { RowPanel } from "@/components/data-table/row-panel";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { DescriptionList } from "@/components/ui/description-list";
import { DateTime } from "@/components/ui/values/date-time";
import { Money } from "@/components/ui/values/money";
import { StatusBadge } from "@/components/ui/values/status-badge";
import type { FoundTransaction } from "@/lib/domain/cards/search-results";
import { impliedRate } from "@/lib/domain/money/money";
import { billedText, isMutedStatus, merchantText } from "./billed-text";

type TransactionPanelProps = {
  id: string;
  /** Null if it isn't known, or not loaded yet. */
  transaction: FoundTransaction | null;
  onClose: () => void;
  /** The card and its actions, or why there is nothing to show. */
  children: ReactNode;
};

/** Beside the list; on phones it replaces the list. */
export function TransactionPanel({ id, transaction, onClose, children }: TransactionPanelProps) {
  return (
    <RowPanel
      id={id}
      noun="transaction"
      badge={transaction && <StatusBadge of="transaction" status={transaction.status} />}
      onClose={onClose}
    >
      {transaction && (
        <>
          <div>
            <p className="text-small text-ink-2">
              {transaction.cardholder_name} · {billedText(transaction.status)}
            </p>
            <p className="text-figure font-semibold">
              <Money
                amount={transaction.bill_amount}
                currency={transaction.bill_currency}
                isMuted={isMutedStatus(transaction.status)}
              />
            </p>
          </div>
          <DescriptionList facts={buildFacts(transaction)} />
        </>
      )}
      {children}
    </RowPanel>
  );
}

function buildFacts(transaction: FoundTransaction) {
  const { amount, currency, bill_amount, bill_currency, status } = transaction;
  const rate = currency === bill_currency ? null : impliedRate(Number(amount), bill_amount);
  return [
    { name: merchantText(status), value: <Money amount={amount} currency={currency} /> },
    ...(rate
      ? [{ name: "Implied rate", value: `1 ${currency} = ${bill_currency} ${formatRate(rate)}` }]
      : []),
    { name: "Created", value: <DateTime value={transaction.created} style="full" /> },
    { name: "Transaction ID", value: <CopyableId id={transaction.id} name="transaction ID" /> },
    {
      name: "External ID",
      value: <CopyableId id={transaction.external_transaction_id} name="external transaction ID" />,
    },
    { name: "Card ID", value: <CopyableId id={transaction.card_id} name="card ID" /> },
  ];
}

function formatRate(rate: number): string {
  return rate.toLocaleString("en", { maximumSignificantDigits: 6 });
}
