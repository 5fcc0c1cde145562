import { Callout } from "@/components/ui/messages/callout";
import { formatCount } from "@/lib/domain/money/numbers";
import { countWarned, type IssueWarning } from "@/lib/domain/runs/issue-warnings";
import { warnedText } from "./run-text";

const MAX_KINDS = 10;
const MAX_ROWS = 10;

/** What to look at before the cards are issued, by kind. */
export function PlanWarnings({ warnings, cards }: { warnings: readonly IssueWarning[]; cards: number }) {
  const text = warnedText(countWarned(warnings), cards);
  if (text === null) return null;
  const others = warnings.length - MAX_KINDS;
  return (
    <Callout tone="warn" className="mb-4">
      <p className="font-medium">{text} Look at them before you start the run.</p>
      <ul aria-label="Warnings" className="mt-1 list-disc ps-5">
        {warnings.slice(0, MAX_KINDS).map((warning) => (
          <li key={warning.text}>
            {warning.text} <span className="text-ink-2">{rowsText(warning.rows)}</span>
          </li>
        ))}
        {others > 0 && <li>{formatCount(others)} more, marked below.</li>}
      </ul>
    </Callout>
  );
}

/** "Rows 4, 7, and 12 more" */
function rowsText(rows: readonly number[]): string {
  const shown = rows.slice(0, MAX_ROWS).map(String).join(", ");
  const others = rows.length - MAX_ROWS;
  return `${rows.length === 1 ? "Row" : "Rows"} ${shown}${others > 0 ? `, and ${formatCount(others)} more` : ""}`;
}
