import { fromMillionths, toMillionths } from "@/lib/domain/money/decimal-sum";
import { countOf } from "@/lib/domain/money/numbers";
import { type ReportType, reportDate, reportWindow } from "@/lib/domain/reports/report-calendar";
import type { DisagreementChange, DisagreementKind } from "@/lib/domain/settings/disagreements";
import { addDays, type IsoDate, toIsoDate } from "@/lib/domain/time/calendar";
import type { Cell, Report } from "./report";

/** By how much every balance is wrong. */
const DEVIATION = "7.25";

type Edit = (rows: Cell[][], file: { columns: readonly string[]; readBefore: () => Report }) => Cell[][];

/** Each kind changes every row of a file. */
const EDITS = {
  "empty-file": () => [],
  "other-period": (_, { readBefore }) => [...readBefore().rows],
  "wrong-balances": (rows, { columns }) => {
    const index = columns.indexOf("balance_after");
    return rows.map((row) => row.with(index, add(String(row[index]), DEVIATION)));
  },
} satisfies Partial<Record<DisagreementKind, Edit>>;

type FileKind = keyof typeof EDITS;

export function isFileKind(kind: DisagreementKind): kind is FileKind {
  return kind in EDITS;
}

/** The rows with the disagreements of the whole file, and what those changed under their IDs: their first row. */
export function disagreeingFile(
  { columns, rows }: Report,
  file: { day: IsoDate; readBefore: () => Report },
  disagreements: readonly { id: number; kind: DisagreementKind }[],
): { rows: Iterable<Cell[]>; changes: Map<number, DisagreementChange[]> } {
  const changes = new Map<number, DisagreementChange[]>();
  let edited: Iterable<Cell[]> = rows;
  for (const { id, kind } of disagreements) {
    if (!isFileKind(kind)) continue;
    const before = [...edited];
    const edit: Edit = EDITS[kind];
    const after = edit(before, { columns, readBefore: file.readBefore });
    const difference = { before: describe(before), after: describe(after) };
    changes.set(id, [{ day: file.day, transactionId: null, column: null, ...difference }]);
    edited = after;
  }
  return { rows: edited, changes };
}

/** The last day of the period before. */
export function dateBefore(type: ReportType, date: IsoDate): IsoDate {
  return reportDate(type, addDays(toIsoDate(reportWindow(type, date).from), -1));
}

/** "12 rows, first 2026-11-12T08:00:00+0000,CLEARING,…" */
function describe(rows: readonly Cell[][]): string {
  return [countOf(rows.length, "row"), ...(rows[0] ? [`first ${rows[0].join(",")}`] : [])].join(", ");
}

function add(amount: string, more: string): string {
  return fromMillionths((toMillionths(amount) ?? 0n) + (toMillionths(more) ?? 0n));
}
