import { Figure } from "@/components/overview/figure";
import { transactionsHref } from "@/components/overview/list-links";
import { SpendChart } from "@/components/overview/spend-chart";
import { findOtherStatuses, listCurrencies, sumTransactions } from "@/components/overview/sum-transactions";
import { Money } from "@/components/ui/values/money";
import { statusStyle } from "@/components/ui/values/status-badge";
import { SPEND_STATUSES, type TransactionsOn } from "@/lib/domain/cards/program-figures";
import { formatMoney } from "@/lib/domain/money/money";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import type { DayRange } from "@/lib/domain/time/day-range";

type CustomerSpendProps = { customerId: string; range: DayRange; rows: readonly TransactionsOn[] };

/** One chart per currency, because amounts in different currencies are never added. */
export function CustomerSpend({ customerId, range, rows }: CustomerSpendProps) {
  const currencies = listCurrencies(rows);
  if (currencies.length === 0) return <p className="text-ink-2">No transactions in this period.</p>;
  return (
    <div className="flex flex-col gap-6">
      {currencies.map((currency) => {
        const currencyRows = rows.filter((row) => row.currency === currency);
        const spend = sumTransactions(currencyRows, currency, SPEND_STATUSES);
        const otherStatuses = ["DECLINED", ...findOtherStatuses(currencyRows)]
          .map((status) => ({ status, ...sumTransactions(currencyRows, currency, [status]) }))
          .filter(({ transactions }) => transactions > 0);
        const hrefFor = (days: DayRange) =>
          transactionsHref({ customer: customerId, status: SPEND_STATUSES, billed: currency, ...days });
        return (
          <div key={currency}>
            <Figure href={hrefFor(range)} name={`Spend: ${formatMoney(spend.amount, currency)}`}>
              <Money amount={spend.amount} currency={currency} />
            </Figure>
            <p className="mb-3 text-small text-ink-2">
              {[
                countOf(spend.transactions, "purchase"),
                ...otherStatuses.map(
                  ({ status, transactions, amount }) =>
                    `${statusStyle("transaction", status).label} ${formatMoney(amount, currency)} (${formatCount(transactions)})`,
                ),
              ].join(" · ")}
            </p>
            <SpendChart
              range={range}
              currency={currency}
              rows={currencyRows}
              size="small"
              hrefFor={hrefFor}
            />
          </div>
        );
      })}
    </div>
  );
}
