import { addUp, apartFrom, currenciesOf } from "@/components/overview/add-up";
import { Figure } from "@/components/overview/figure";
import { transactionsHref } from "@/components/overview/list-links";
import { SpendChart } from "@/components/overview/spend-chart";
import { Money } from "@/components/ui/money";
import { statusLook } from "@/components/ui/status-badge";
import type { DayRange } from "@/lib/domain/day-range";
import { SPEND_STATUSES, type TransactionsOn } from "@/lib/domain/figures";
import { formatMoney } from "@/lib/domain/money";
import { countOf, formatCount } from "@/lib/domain/numbers";

type CustomerSpendProps = { customerId: string; range: DayRange; rows: readonly TransactionsOn[] };

/** One chart for each currency: amounts of two are never added. */
export function CustomerSpend({ customerId, range, rows }: CustomerSpendProps) {
  const currencies = currenciesOf(rows);
  if (currencies.length === 0) return <p className="text-ink-2">No transactions in this period.</p>;
  return (
    <div className="flex flex-col gap-6">
      {currencies.map((currency) => {
        const ofCurrency = rows.filter((row) => row.currency === currency);
        const spend = addUp(ofCurrency, currency, SPEND_STATUSES);
        const apart = ["DECLINED", ...apartFrom(ofCurrency)]
          .map((status) => ({ status, ...addUp(ofCurrency, currency, [status]) }))
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
                ...apart.map(
                  ({ status, transactions, amount }) =>
                    `${statusLook("transaction", status).word} ${formatMoney(amount, currency)} (${formatCount(transactions)})`,
                ),
              ].join(" · ")}
            </p>
            <SpendChart range={range} currency={currency} rows={ofCurrency} size="small" hrefFor={hrefFor} />
          </div>
        );
      })}
    </div>
  );
}
