import { LineChart, type LinePart } from "@/components/charts/line-chart";
import { Panel } from "@/components/ui/panel";
import { formatMoney } from "@/lib/domain/money/money";
import { formatCount } from "@/lib/domain/money/numbers";
import type { ReportSummary } from "@/lib/domain/reports/report";
import { formatDay, formatDayOfYear } from "@/lib/domain/time/date-time";

/** The master account's closing balance by day: the balance after the day's last row. */
export function BalancePanel({
  summary,
  hrefFor,
}: {
  summary: ReportSummary;
  hrefFor: (day: string) => string;
}) {
  const days = summary.days.filter(({ balance }) => balance !== null && Number.isFinite(Number(balance)));
  const currency = summary.totals[0]?.currency ?? "";
  if (days.length < 2) return null;
  const parts = days.map(({ day, amount, balance, rows }): LinePart => {
    const closingBalance = formatMoney(balance ?? "0", currency);
    const change = formatMoney(amount, currency);
    return {
      id: day,
      shortLabel: formatDayOfYear(day),
      days: formatDay(day),
      value: Number(balance),
      text: `closing balance ${closingBalance}, change ${change}`,
      cells: [formatCount(rows), change, closingBalance],
      href: hrefFor(day),
    };
  });
  return (
    <Panel title="Master account" lead="Closing balance for each day">
      <LineChart
        label={`Balance by day in ${currency}`}
        parts={parts}
        summary={`By day, UTC. The scale doesn’t start at zero.`}
        headers={["Day", "Rows", "Change", "Balance"]}
      />
    </Panel>
  );
}
