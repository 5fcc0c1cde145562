import { keepApostrophes } from "@/lib/csv/cell-protection";
import { CSV_BYTE_ORDER_MARK, csvLines } from "@/lib/csv/write-csv";
import { type Cell, textCell } from "@/lib/domain/exports/cell";
import { ISSUE_COLUMNS, type IssueColumnKey } from "@/lib/domain/issue-rows/columns";
import type { IssueRow } from "@/lib/domain/issue-rows/read-rows";

export type ProblemRow = { row: IssueRow; problems: Partial<Record<IssueColumnKey, string>> };

type ProblemFile = {
  /** The columns of the file, with what each is used for. */
  header: readonly string[];
  mapping: readonly (IssueColumnKey | null)[];
  /** Of the file, if it was CSV. */
  delimiter: string | undefined;
  /** The file's own rows, by number. */
  originals: ReadonlyMap<number, readonly string[]>;
  rows: readonly ProblemRow[];
};

type WrittenFile = {
  text: string;
  /** As it is read again. */
  header: string[];
  mapping: (IssueColumnKey | null)[];
};

const PROBLEMS = "Problems";

/**
 * The file's own columns with the cells as they are now, then the columns that were filled in here, then what is wrong.
 * It can be corrected and read again.
 */
export function writeProblemFile({ header, mapping, delimiter, originals, rows }: ProblemFile): WrittenFile {
  // A corrected file still has the problems of last time.
  const own = header
    .map((name, index) => ({ name, index, key: mapping[index] ?? null }))
    .filter(({ name, key }) => key || name !== PROBLEMS);
  const added = ISSUE_COLUMNS.filter(
    ({ key }) => !mapping.includes(key) && rows.some(({ row }) => row.cells[key]),
  ).map(({ key, label }) => ({ name: label, index: header.length, key }));
  const columns = [...own, ...added];
  const lines = rows.map(({ row, problems }) => [
    ...columns.map(({ index, key }) =>
      toCell(key, key ? (row.cells[key] ?? "") : (originals.get(row.number)?.[index] ?? "")),
    ),
    describeProblems(problems),
  ]);
  const names = [...columns.map(({ name }) => name), PROBLEMS];
  const cells = [names.map((name) => toCell(null, name)), ...lines];
  return {
    // Where decimals have commas, spreadsheets open a file with semicolons.
    text: CSV_BYTE_ORDER_MARK + csvLines(cells, delimiter === ";" ? ";" : ","),
    header: names,
    mapping: [...columns.map(({ key }) => key), null],
  };
}

/** Of these a spreadsheet may change only the format. */
const CONVERTIBLE: ReadonlySet<IssueColumnKey | null> = new Set(["dob", "expiryDate", "spendLimit"]);

function toCell(key: IssueColumnKey | null, text: string): Cell {
  const kept = keepApostrophes(text);
  // A phone number with spaces stays text by itself; one without would lose its zero.
  const staysReadable = CONVERTIBLE.has(key) || (key === "phone" && text.includes(" "));
  return staysReadable ? kept : textCell(kept);
}

/** "City or district: Required. Email: Must be an email address." */
export function describeProblems(problems: ProblemRow["problems"]): string {
  return ISSUE_COLUMNS.filter(({ key }) => problems[key])
    .map(({ key, label }) => `${label}: ${problems[key]}`)
    .join(" ");
}
