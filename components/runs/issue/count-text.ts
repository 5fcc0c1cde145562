import { countOf, formatCount } from "@/lib/domain/money/numbers";

export type RowCounts = { total: number; problems: number; warnings: number };

/** "382 rows ready, 18 with problems, 4 with a warning" */
export function countText({ total, problems, warnings }: RowCounts): string {
  return [
    `${countOf(total - problems, "row")} ready`,
    problems > 0 && `${formatCount(problems)} with problems`,
    warnings > 0 && `${formatCount(warnings)} with a warning`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Why the rows can't be planned yet; undefined if they can. */
export function planObstacle({ total, problems }: RowCounts): string | undefined {
  if (total === 0) return "No row is filled in.";
  if (problems === 0) return undefined;
  return problems === 1
    ? "1 row has a problem. Fix or remove it."
    : `${formatCount(problems)} rows have problems. Fix or remove them.`;
}
