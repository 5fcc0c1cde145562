import { BarChart } from "@/components/charts/bar-chart";
import { groupByPart, STEP_NAMES } from "@/components/charts/group-by-part";
import { Panel } from "@/components/ui/panel";
import type { DayRange } from "@/lib/domain/day-range";
import type { TransactionsOn } from "@/lib/domain/figures";
import { formatCount } from "@/lib/domain/numbers";
import { Figure } from "./figure";
import { transactionsHref } from "./list-links";
import { capital } from "./spend-chart";

/** How often the answer was no. A count, so that currencies do not matter. */
export function DeclinesPanel({ range, rows }: { range: DayRange; rows: readonly TransactionsOn[] }) {
  const { step, parts } = groupByPart(range, rows);
  const declined = count(rows.filter(({ status }) => status === "DECLINED"));
  const tried = count(rows);
  return (
    <Panel title="Declines" lead="Declined purchases">
      <div className="mt-1 mb-3">
        <Figure
          href={transactionsHref({ status: ["DECLINED"], ...range })}
          name={`Declines: ${formatCount(declined)}`}
        >
          {formatCount(declined)}
        </Figure>
        <p className="text-small text-ink-2">{shareWords(declined, tried)}</p>
      </div>
      <BarChart
        label={`Declines ${STEP_NAMES[step]}`}
        size="small"
        series={[{ name: "Declined", tone: "bad" }]}
        parts={parts.map(({ rows, ...part }) => {
          const declined = count(rows.filter(({ status }) => status === "DECLINED"));
          const tried = count(rows);
          return {
            ...part,
            values: [declined],
            text: `${formatCount(declined)} of ${formatCount(tried)} declined`,
            cells: [formatCount(declined), formatCount(tried)],
            href: transactionsHref({ status: ["DECLINED"], from: part.from, to: part.to }),
          };
        })}
        summary={`${capital(STEP_NAMES[step])}, UTC`}
        headers={["Period", "Declined", "All"]}
      />
    </Panel>
  );
}

function count(rows: readonly TransactionsOn[]): number {
  return rows.reduce((sum, { transactions }) => sum + transactions, 0);
}

function shareWords(declined: number, tried: number): string {
  if (tried === 0) return "No transactions";
  const share = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
  return `${share.format(declined / tried)} of ${formatCount(tried)} transactions`;
}
