import { Badge } from "@/components/ui/values/badge";
import { formatCount } from "@/lib/domain/money/numbers";
import { COVERAGE_STATES, type CoverageRow } from "@/lib/domain/reports/coverage";
import { COVERAGE_STYLES } from "./coverage-state";

/** What each mark means, and how many cells have it. */
export function CoverageLegend({ rows }: { rows: readonly CoverageRow[] }) {
  const cells = rows.flatMap((row) => row.cells);
  return (
    <ul aria-label="Reports by status" className="flex flex-wrap gap-x-3 gap-y-1.5">
      {COVERAGE_STATES.map((state) => {
        const { tone, shape, label } = COVERAGE_STYLES[state];
        const count = cells.filter((cell) => cell.state === state).length;
        return (
          <li key={state} className="flex items-center gap-1.5">
            <Badge tone={tone} shape={shape}>
              {label}
            </Badge>
            <span className="text-small text-ink-2">{formatCount(count)}</span>
          </li>
        );
      })}
    </ul>
  );
}
