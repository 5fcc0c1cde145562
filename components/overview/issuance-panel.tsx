import { BarChart } from "@/components/charts/bar-chart";
import type { BarTone } from "@/components/charts/bar-part";
import { groupByPart, STEP_NAMES } from "@/components/charts/group-by-part";
import { Panel } from "@/components/ui/panel";
import type { IssuedOn } from "@/lib/domain/cards/program-figures";
import { formatCount } from "@/lib/domain/money/numbers";
import type { DayRange } from "@/lib/domain/time/day-range";
import { Figure } from "./figure";
import { cardsHref } from "./list-links";
import { capitalize } from "./spend-chart";

const TONES: readonly BarTone[] = ["strong", "muted", "open"];

export function IssuancePanel({ range, rows }: { range: DayRange; rows: readonly IssuedOn[] }) {
  const { step, parts } = groupByPart(range, rows);
  const types = listCardTypes(rows.map(({ type }) => type));
  const issued = count(rows);
  return (
    <Panel title="Cards issued" lead="By issue date">
      <div className="mt-1 mb-3">
        <Figure href={cardsHref(range)} name={`Cards issued: ${formatCount(issued)}`}>
          {formatCount(issued)}
        </Figure>
        <p className="text-small text-ink-2">{countByTypeText(rows, types) || "No cards issued"}</p>
      </div>
      <BarChart
        label={`Cards issued ${STEP_NAMES[step]}`}
        size="small"
        series={types.map((name, index) => ({
          name: capitalize(name),
          tone: TONES[Math.min(index, TONES.length - 1)] ?? "muted",
        }))}
        parts={parts.map(({ rows, ...part }) => ({
          ...part,
          values: types.map((type) => count(rows, type)),
          text: countByTypeText(rows, types) || "none",
          cells: [...types.map((type) => formatCount(count(rows, type))), String(count(rows))],
          href: cardsHref({ from: part.from, to: part.to }),
        }))}
        summary={`${capitalize(STEP_NAMES[step])}, UTC`}
        headers={["Period", ...types.map(capitalize), "All"]}
      />
    </Panel>
  );
}

/** The spec's two types, and any others that the issuer has. */
export function listCardTypes(found: readonly string[]): string[] {
  return [...new Set(["virtual", "physical", ...[...found].sort()])];
}

function count(rows: readonly IssuedOn[], type?: string): number {
  return rows.reduce((sum, row) => (type && row.type !== type ? sum : sum + row.cards), 0);
}

function countByTypeText(rows: readonly IssuedOn[], types: readonly string[]): string {
  return types
    .map((type) => ({ type, cards: count(rows, type) }))
    .filter(({ cards }) => cards > 0)
    .map(({ type, cards }) => `${formatCount(cards)} ${type}`)
    .join(", ");
}
