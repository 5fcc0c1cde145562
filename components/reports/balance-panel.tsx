import { LineChart, type LinePart } from "@/components/charts/line-chart";
import { Panel } from "@/components/ui/panel";
import { formatMoney } from "@/lib/domain/money";
import { formatCount } from "@/lib/domain/numbers";
import { formatDay, type ReportSummary } from "@/lib/domain/report";

const SHORT = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** How the master account's balance moved, day by day: each day ends with the balance after its last row. */
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
    const end = formatMoney(balance ?? "0", currency);
    const moved = formatMoney(amount, currency);
    return {
      id: day,
      short: SHORT.format(new Date(`${day}T00:00:00Z`)),
      days: formatDay(day),
      value: Number(balance),
      words: `closing balance ${end}, change ${moved}`,
      cells: [formatCount(rows), moved, end],
      href: hrefFor(day),
    };
  });
  return (
    <Panel title="Master account" lead="Closing balance for each day">
      <LineChart
        label={`Balance by day in ${currency}`}
        parts={parts}
        summary={`By day, UTC. The scale doesn’t start at zero.`}
        heads={["Day", "Rows", "Change", "Balance"]}
      />
    </Panel>
  );
}
