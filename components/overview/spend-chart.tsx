import { BarChart } from "@/components/charts/bar-chart";
import type { BarPart } from "@/components/charts/bar-part";
import { groupByPart, STEP_NAMES } from "@/components/charts/group-by-part";
import type { DayRange } from "@/lib/domain/day-range";
import { SPEND_STATUSES, type TransactionsOn } from "@/lib/domain/figures";
import { formatMoney } from "@/lib/domain/money";
import { addUp } from "./add-up";
import { transactionsHref } from "./list-links";

type SpendChartProps = {
  range: DayRange;
  currency: string;
  /** Of this currency only. */
  rows: readonly TransactionsOn[];
  size?: "normal" | "small";
  /** Where a list of one customer is behind it. */
  hrefFor?: (days: DayRange) => string;
};

/** What was spent: cleared, and pending on top of it. */
export function SpendChart({ range, currency, rows, size = "normal", hrefFor }: SpendChartProps) {
  const { step, parts } = groupByPart(range, rows);
  const bars = parts.map(({ rows, ...part }): BarPart => {
    const cleared = addUp(rows, currency, ["CLEARED"]);
    const pending = addUp(rows, currency, ["PENDING"]);
    const all = addUp(rows, currency, SPEND_STATUSES);
    const total = formatMoney(all.amount, currency);
    const waiting = formatMoney(pending.amount, currency);
    const days = { from: part.from, to: part.to };
    return {
      ...part,
      values: [cleared.amount, pending.amount],
      text: pending.transactions > 0 ? `${total}, including ${waiting} pending` : total,
      cells: [cleared, pending, all].map(({ amount }) => bare(amount, currency)),
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
      summary={`${capital(STEP_NAMES[step])}, UTC`}
      headers={["Period", "Cleared", "Pending", `Spend, ${currency}`]}
    />
  );
}

/** The head of the column names the currency. */
function bare(amount: number, currency: string): string {
  return formatMoney(amount, currency).slice(currency.length + 1);
}

export function capital(text: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
