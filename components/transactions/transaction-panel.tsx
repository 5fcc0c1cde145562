"use client";

import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { CopyableId } from "@/components/ui/copyable-id";
import { DateTime } from "@/components/ui/date-time";
import { DescriptionList } from "@/components/ui/description-list";
import { IconButton } from "@/components/ui/icon-button";
import { Money } from "@/components/ui/money";
import { StatusBadge } from "@/components/ui/status-badge";
import { useShortcut } from "@/lib/client/shortcuts";
import { impliedRate } from "@/lib/domain/money";
import type { FoundTransaction } from "@/lib/domain/search";
import { billedWords, isMutedStatus, merchantWords } from "./billed-words";

type TransactionPanelProps = {
  id: string;
  /** Null where nothing is known of it, or not yet. */
  transaction: FoundTransaction | null;
  onClose: () => void;
  /** Its card and what can be done, or why there is nothing to show. */
  children: ReactNode;
};

const WIDE = "(width >= 80rem)";

/** One transaction whole, beside the list; on a phone in its place. */
export function TransactionPanel({ id, transaction, onClose, children }: TransactionPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useShortcut({ keys: "escape", label: "Close transaction", group: "Lists" }, onClose);

  const lead = useEffectEvent(() => {
    if (!window.matchMedia(WIDE).matches) panel.current?.scrollIntoView({ block: "start" });
  });
  const leadBack = useEffectEvent(() => {
    const row = document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"] a[data-row-link]`);
    row?.focus({ preventScroll: window.matchMedia(WIDE).matches });
  });
  useEffect(() => {
    lead();
    return () => leadBack();
  }, []);

  return (
    <aside
      ref={panel}
      aria-label={`Transaction ${id}`}
      className="scroll-mt-16 rounded-panel border border-line bg-surface"
    >
      <header className="flex items-center justify-between gap-3 border-line border-b py-2 pr-2 pl-4">
        <h2 className="flex min-w-0 items-center gap-2 text-section font-semibold">
          Transaction
          {transaction && <StatusBadge of="transaction" status={transaction.status} />}
        </h2>
        <IconButton label="Close transaction" onClick={onClose}>
          <X className="size-4.5" aria-hidden="true" />
        </IconButton>
      </header>
      <div className="flex flex-col gap-4 px-4 py-3">
        {transaction && (
          <>
            <div>
              <p className="text-small text-ink-2">
                {transaction.cardholder_name} · {billedWords(transaction.status)}
              </p>
              <p className="text-figure font-semibold">
                <Money
                  amount={transaction.bill_amount}
                  currency={transaction.bill_currency}
                  isMuted={isMutedStatus(transaction.status)}
                />
              </p>
            </div>
            <DescriptionList facts={factsOf(transaction)} />
          </>
        )}
        {children}
      </div>
    </aside>
  );
}

function factsOf(transaction: FoundTransaction) {
  const { amount, currency, bill_amount, bill_currency, status } = transaction;
  const rate = currency === bill_currency ? null : impliedRate(Number(amount), bill_amount);
  return [
    { name: merchantWords(status), value: <Money amount={amount} currency={currency} /> },
    ...(rate ? [{ name: "Implied rate", value: `1 ${currency} = ${bill_currency} ${rateWords(rate)}` }] : []),
    { name: "Created", value: <DateTime value={transaction.created} style="full" /> },
    { name: "Transaction ID", value: <CopyableId id={transaction.id} name="transaction ID" /> },
    {
      name: "External ID",
      value: <CopyableId id={transaction.external_transaction_id} name="external transaction ID" />,
    },
    { name: "Card ID", value: <CopyableId id={transaction.card_id} name="card ID" /> },
  ];
}

function rateWords(rate: number): string {
  return rate.toLocaleString("en", { maximumSignificantDigits: 6 });
}
