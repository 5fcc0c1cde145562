import { BarChart } from "@/components/charts/bar-chart";
import type { BarPart } from "@/components/charts/bar-part";
import { groupByPart, STEP_NAMES } from "@/components/charts/group-by-part";
import { SPEND_STATUSES, type TransactionsOn } from "@/lib/domain/cards/program-figures";
import { formatMoney } from "@/lib/domain/money/money";
import type { DayRange } from "@/lib/domain/time/day-range";
import { transactionsHref } from "./list-links";
import { sumTransactions } from "./sum-transactions";

type SpendChartProps = {
  range: DayRange;
  currency: string;
  /** Only rows of this currency. */
  rows: readonly TransactionsOn[];
  size?: "normal" | "small";
  /** Overrides the link of a bar, for one customer's transactions. */
  hrefFor?: (days: DayRange) => string;
};

/** Cleared spend, with pending spend stacked on top. */
export function SpendChart({ range, currency, rows, size = "normal", hrefFor }: SpendChartProps) {
  const { step, parts } = groupByPart(range, rows);
  const bars = parts.map(({ rows, ...part }): BarPart => {
    const cleared = sumTransactions(rows, currency, ["CLEARED"]);
    const pending = sumTransactions(rows, currency, ["PENDING"]);
    const all = sumTransactions(rows, currency, SPEND_STATUSES);
    const total = formatMoney(all.amount, currency);
    const pendingAmount = formatMoney(pending.amount, currency);
    const days = { from: part.from, to: part.to };
    return {
      ...part,
      values: [cleared.amount, pending.amount],
      text: pending.transactions > 0 ? `${total}, including ${pendingAmount} pending` : total,
      cells: [cleared, pending, all].map(({ amount }) => formatAmount(amount, currency)),
      href: hrefFor?.(days) ?? transactionsHref({ status: SPEND_STATUSES, billed: currency, ...days }),
    };
  });
  return (
    <BarChart
      label={`Spend ${STEP_NAMES[step]} in ${currency}`}
      size={size}
      series={[
        { name: "Cleared", tone: "strong" },
        { name: "Pending", tone: "open" },
      ]}
      parts={bars}
      summary={`${capitalize(STEP_NAMES[step])}, UTC`}
      headers={["Period", "Cleared", "Pending", `Spend, ${currency}`]}
    />
  );
}

/** Without the currency, which the column header names. */
function formatAmount(amount: number, currency: string): string {
  return formatMoney(amount, currency).slice(currency.length + 1);
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
