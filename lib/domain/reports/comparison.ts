import { formatCount } from "@/lib/domain/money/numbers";

/** What can have happened to a row between two captures of a report. */
export const DIFFERENCES = ["changed", "added", "removed", "balance"] as const;
export type Difference = (typeof DIFFERENCES)[number];

export const DIFFERENCE_LABELS: Record<Difference, string> = {
  changed: "Changed",
  added: "Added",
  removed: "Removed",
  balance: "Only balance",
};

/** What can differ between two files with the same rows. */
export type FormatDifference = "row order" | "column order" | "separators" | "line ends" | "masked values";

export type ReportComparison = {
  counts: Record<Difference, number>;
  unchanged: number;
  /** The columns that identify a row; empty if rows are matched as a whole. */
  keyColumns: string[];
  addedColumns: string[];
  removedColumns: string[];
  formatDifferences: FormatDifference[];
  /** The stored files have the same bytes. */
  isSameFile: boolean;
};

export type ComparedField = { column: string; before: string | null; after: string | null };

export type ComparedRow = {
  /** As in a spreadsheet, where the column names are row 1. */
  beforeRow: number | null;
  afterRow: number | null;
  /** The cells of the key columns. */
  identity: { column: string; value: string }[];
  /** The fields that differ; all fields of an added or removed row. */
  fields: ComparedField[];
};

/** Of each kind of difference. */
export const MAX_COMPARED_ROWS_SHOWN = 200;

export function hasDifferences({ counts, addedColumns, removedColumns }: ReportComparison): boolean {
  return (
    addedColumns.length + removedColumns.length > 0 ||
    DIFFERENCES.some((difference) => counts[difference] > 0)
  );
}

/** For files without differences: in what they differ all the same. */
export function describeEquality({ isSameFile, formatDifferences, unchanged }: ReportComparison): string {
  const rows = unchanged === 1 ? "the same row" : `the same ${formatCount(unchanged)} rows`;
  if (isSameFile)
    return formatDifferences.length === 0
      ? `Both captures are the same file, byte by byte, with ${rows}.`
      : `Both captures have ${rows}. They differ only in masked values, such as card numbers, which aren’t stored.`;
  if (formatDifferences.length === 0)
    return `Both captures have ${rows}. Only the way they are written differs, such as quotes or blank lines.`;
  const verb =
    formatDifferences.length === 1 && !/s$/.test(formatDifferences[0] ?? "") ? "differs" : "differ";
  return `Both captures have ${rows}. Only the ${listOf(formatDifferences)} ${verb}.`;
}

function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
