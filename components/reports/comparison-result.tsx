import { LinkTabs } from "@/components/ui/link-tabs";
import { Callout } from "@/components/ui/messages/callout";
import { Panel } from "@/components/ui/panel";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import {
  type ComparedRow,
  DIFFERENCE_LABELS,
  DIFFERENCES,
  type Difference,
  describeEquality,
  hasDifferences,
  type ReportComparison,
} from "@/lib/domain/reports/comparison";
import { ComparedRows } from "./compared-rows";

type ComparisonResultProps = {
  comparison: ReportComparison;
  difference: Difference | null;
  rows: readonly ComparedRow[];
  hrefFor: (difference: Difference) => string;
};

export function ComparisonResult({ comparison, difference, rows, hrefFor }: ComparisonResultProps) {
  const { counts, unchanged, keyColumns } = comparison;
  if (!hasDifferences(comparison))
    return (
      <Callout tone="good" title="No differences" isAnnounced>
        {describeEquality(comparison)}
      </Callout>
    );
  const shown = DIFFERENCES.filter((name) => counts[name] > 0 || name === difference);
  return (
    <>
      <ColumnChanges {...comparison} />
      <Panel
        title="Differences"
        lead={
          <>
            {countOf(unchanged, "row")} unchanged.{" "}
            {keyColumns.length === 0
              ? "No column identifies a row, so a changed row counts as removed and added."
              : `Rows are matched by ${keyColumns.join(" and ")}.`}
          </>
        }
        isFlush
      >
        {difference === null ? (
          <p className="px-4 pb-4 text-ink-2">No row was added, removed, or changed.</p>
        ) : (
          <>
            <div className="px-4">
              <LinkTabs
                label="Differences"
                tabs={shown.map((name) => ({
                  href: hrefFor(name),
                  name: (
                    <>
                      {DIFFERENCE_LABELS[name]}{" "}
                      <span className="ml-1 text-ink-3">{formatCount(counts[name])}</span>
                    </>
                  ),
                  isCurrent: name === difference,
                }))}
              />
            </div>
            <ComparedRows rows={rows} difference={difference} />
            {counts[difference] > rows.length && (
              <p className="border-line border-t px-4 py-3 text-small text-ink-2">
                Showing the first {formatCount(rows.length)} of {countOf(counts[difference], "row")}.
              </p>
            )}
          </>
        )}
      </Panel>
    </>
  );
}

function ColumnChanges({ addedColumns, removedColumns }: ReportComparison) {
  if (addedColumns.length + removedColumns.length === 0) return null;
  return (
    <Callout
      tone="warn"
      title="The columns differ"
      detail="Rows are compared by the columns that both files have."
    >
      {[
        addedColumns.length > 0 && `Added: ${addedColumns.join(", ")}.`,
        removedColumns.length > 0 && `Removed: ${removedColumns.join(", ")}.`,
      ]
        .filter(Boolean)
        .join(" ")}
    </Callout>
  );
}
