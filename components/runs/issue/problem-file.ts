import { CSV_BYTE_ORDER_MARK, csvLines } from "@/lib/csv/write-csv";
import { textCell } from "@/lib/domain/exports/cell";
import { ISSUE_COLUMNS, type IssueColumnKey } from "@/lib/domain/issue-rows/columns";
import type { IssueRow } from "@/lib/domain/issue-rows/read-rows";

export type ProblemRow = { row: IssueRow; problems: Partial<Record<IssueColumnKey, string>> };

type ProblemFile = {
  /** The columns of the file, with what each is used for. */
  header: readonly string[];
  mapping: readonly (IssueColumnKey | null)[];
  /** The file's own rows, by number. */
  originals: ReadonlyMap<number, readonly string[]>;
  rows: readonly ProblemRow[];
};

/**
 * The file's own columns with the cells as they are now, then the columns that were filled in here, then what is wrong.
 * It can be corrected and read again.
 */
export function writeProblemFile({ header, mapping, originals, rows }: ProblemFile): string {
  const added = ISSUE_COLUMNS.filter(
    ({ key }) => !mapping.includes(key) && rows.some(({ row }) => row.cells[key]),
  );
  const lines = rows.map(({ row, problems }) => [
    ...header.map((_, index) => {
      const key = mapping[index];
      return textCell(key ? (row.cells[key] ?? "") : (originals.get(row.number)?.[index] ?? ""));
    }),
    ...added.map(({ key }) => textCell(row.cells[key] ?? "")),
    describeProblems(problems),
  ]);
  const names = [...header.map(textCell), ...added.map(({ label }) => label), "Problems"];
  return CSV_BYTE_ORDER_MARK + csvLines([names, ...lines]);
}

/** "City or district: Required. Email: Must be an email address." */
export function describeProblems(problems: ProblemRow["problems"]): string {
  return ISSUE_COLUMNS.filter(({ key }) => problems[key])
    .map(({ key, label }) => `${label}: ${problems[key]}`)
    .join(" ");
}
