"use client";

import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { DescriptionList } from "@/components/ui/description-list";
import { DateTime } from "@/components/ui/values/date-time";
import { Money } from "@/components/ui/values/money";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { useShortcut } from "@/lib/client/shortcuts";
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

const WIDE_SCREEN = "(width >= 80rem)";

/** Beside the list; on phones it replaces the list. */
export function TransactionPanel({ id, transaction, onClose, children }: TransactionPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useShortcut({ keys: "escape", label: "Close transaction", group: "Lists" }, onClose);

  const scrollToPanel = useEffectEvent(() => {
    if (!window.matchMedia(WIDE_SCREEN).matches) panel.current?.scrollIntoView({ block: "start" });
  });
  const restoreFocus = useEffectEvent(() => {
    const row = document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"] a[data-row-link]`);
    row?.focus({ preventScroll: window.matchMedia(WIDE_SCREEN).matches });
  });
  useEffect(() => {
    scrollToPanel();
    return () => restoreFocus();
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
      </div>
    </aside>
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
