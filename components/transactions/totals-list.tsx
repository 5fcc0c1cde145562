import type { ReactNode } from "react";
import { ShapeMark } from "@/components/ui/values/badge";
import { Money } from "@/components/ui/values/money";
import { statusStyle } from "@/components/ui/values/status-badge";
import { formatKnown } from "@/lib/domain/cards/describe-index";
import type { TransactionTotal, TransactionTotals } from "@/lib/domain/cards/listed";
import { isSpend } from "@/lib/domain/cards/program-figures";
import { formatCount } from "@/lib/domain/money/numbers";
import { isMutedStatus } from "./billed-text";

/** Spend and one total per status: declined or returned amounts are never added to spend. */
export default function TotalsList({ totals, unavailable, synced }: TransactionTotals) {
  if (totals.length === 0 && !unavailable && !synced) return null;
  const currencies = [...new Set(totals.map(({ currency }) => currency))];
  return (
    <section aria-label="Billed totals" className="mb-4 flex flex-col gap-2">
      {currencies.map((currency) => (
        <CurrencyTotals key={currency} totals={totals.filter((total) => total.currency === currency)} />
      ))}
      {unavailable && <p className="text-pretty text-small text-ink-2">{unavailable}</p>}
      {synced && (
        <p className="flex items-baseline gap-1.5 text-pretty text-small text-warn">
          <ShapeMark shape="half" className="ml-0" />
          {syncText(synced)}
        </p>
      )}
    </section>
  );
}

function CurrencyTotals({ totals }: { totals: readonly TransactionTotal[] }) {
  const [first] = totals;
  const spend = totals.filter(({ status }) => isSpend(status));
  const others = totals.filter(({ status }) => !isSpend(status));
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-1 sm:flex sm:flex-wrap sm:gap-y-2">
      {first && spend.length > 0 && totals.length > 1 && (
        <Figure
          label="Spend"
          transactions={spend.reduce((sum, { transactions }) => sum + transactions, 0)}
          tip="Cleared and pending"
        >
          <Money amount={first.spend} currency={first.currency} className="font-semibold" />
        </Figure>
      )}
      {[...spend, ...others].map(({ currency, status, transactions, amount }) => (
        <Figure key={status} label={statusStyle("transaction", status).label} transactions={transactions}>
          <Money amount={amount} currency={currency} isMuted={isMutedStatus(status)} />
        </Figure>
      ))}
    </dl>
  );
}

type FigureProps = { label: string; transactions: number; tip?: string; children: ReactNode };

function Figure({ label, transactions, tip, children }: FigureProps) {
  return (
    <div data-tip={tip}>
      <dt className="text-small text-ink-2">
        {label} <span className="text-ink-3">· {formatCount(transactions)}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function syncText(synced: NonNullable<TransactionTotals["synced"]>): string {
  return `Incomplete: ${formatKnown(synced)} transactions are synced so far.`;
}
