import { BarChart } from "@/components/charts/bar-chart";
import { groupByPart, STEP_NAMES } from "@/components/charts/group-by-part";
import { Panel } from "@/components/ui/panel";
import type { TransactionsOn } from "@/lib/domain/cards/program-figures";
import { formatCount } from "@/lib/domain/money/numbers";
import type { DayRange } from "@/lib/domain/time/day-range";
import { Figure } from "./figure";
import { transactionsHref } from "./list-links";
import { capitalize } from "./spend-chart";

/** Counts transactions, independent of their currencies. */
export function DeclinesPanel({ range, rows }: { range: DayRange; rows: readonly TransactionsOn[] }) {
  const { step, parts } = groupByPart(range, rows);
  const declined = count(rows.filter(({ status }) => status === "DECLINED"));
  const total = count(rows);
  return (
    <Panel title="Declines" lead="Declined purchases">
      <div className="mt-1 mb-3">
        <Figure
          href={transactionsHref({ status: ["DECLINED"], ...range })}
          name={`Declines: ${formatCount(declined)}`}
        >
          {formatCount(declined)}
        </Figure>
        <p className="text-small text-ink-2">{shareText(declined, total)}</p>
      </div>
      <BarChart
        label={`Declines ${STEP_NAMES[step]}`}
        size="small"
        series={[{ name: "Declined", tone: "bad" }]}
        parts={parts.map(({ rows, ...part }) => {
          const declined = count(rows.filter(({ status }) => status === "DECLINED"));
          const total = count(rows);
          return {
            ...part,
            values: [declined],
            text: `${formatCount(declined)} of ${formatCount(total)} declined`,
            cells: [formatCount(declined), formatCount(total)],
            href: transactionsHref({ status: ["DECLINED"], from: part.from, to: part.to }),
          };
        })}
        summary={`${capitalize(STEP_NAMES[step])}, UTC`}
        headers={["Period", "Declined", "All"]}
      />
    </Panel>
  );
}

function count(rows: readonly TransactionsOn[]): number {
  return rows.reduce((sum, { transactions }) => sum + transactions, 0);
}

function shareText(declined: number, total: number): string {
  if (total === 0) return "No transactions";
  const share = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
  return `${share.format(declined / total)} of ${formatCount(total)} transactions`;
}
