import { IntentLink } from "@/components/ui/buttons/intent-link";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Panel } from "@/components/ui/panel";
import { Money } from "@/components/ui/values/money";
import { statusStyle } from "@/components/ui/values/status-badge";
import { SPEND_STATUSES, type TransactionsOn } from "@/lib/domain/cards/program-figures";
import { formatMoney } from "@/lib/domain/money/money";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import type { DayRange } from "@/lib/domain/time/day-range";
import { Figure } from "./figure";
import { transactionsHref } from "./list-links";
import { SpendChart } from "./spend-chart";
import { findOtherStatuses, sumTransactions } from "./sum-transactions";

type SpendPanelProps = {
  range: DayRange;
  rows: readonly TransactionsOn[];
  currency: string;
  /** Tabs, if there is more than one. */
  currencies: readonly { name: string; href: string; isCurrent: boolean }[];
  className?: string;
};

export function SpendPanel({ range, rows, currency, currencies, className }: SpendPanelProps) {
  const currencyRows = rows.filter((row) => row.currency === currency);
  const spend = sumTransactions(currencyRows, currency, SPEND_STATUSES);
  const otherStatuses = findOtherStatuses(currencyRows);
  return (
    <Panel title="Spend" lead="Cleared and pending purchases, as billed" className={className}>
      {currencies.length > 1 && <LinkTabs label="Currency" tabs={currencies} />}
      <div className="mt-1 mb-3">
        <Figure
          href={transactionsHref({ status: SPEND_STATUSES, billed: currency, ...range })}
          name={`Spend: ${formatMoney(spend.amount, currency)}`}
        >
          <Money amount={spend.amount} currency={currency} />
        </Figure>
        <p className="text-small text-ink-2">
          {countOf(spend.transactions, "purchase")}
          {otherStatuses.map((status) => {
            const { transactions, amount } = sumTransactions(currencyRows, currency, [status]);
            return (
              <span key={status}>
                {" · "}
                <IntentLink
                  href={transactionsHref({ status: [status], billed: currency, ...range })}
                  className="rounded-[3px] hover:text-ink hover:underline"
                >
                  {statusStyle("transaction", status).label} {formatMoney(amount, currency)} (
                  {formatCount(transactions)})
                </IntentLink>
              </span>
            );
          })}
        </p>
      </div>
      <SpendChart range={range} currency={currency} rows={currencyRows} />
    </Panel>
  );
}
