import { type ReportType, reportWindow } from "@/lib/domain/reports/report-calendar";
import type { Disagreement } from "@/lib/domain/settings/disagreements";
import { addDays, type IsoDate } from "@/lib/domain/time/calendar";
import { listDisagreementsOf, saveChanges } from "@/sandbox/store/disagreements";
import { cardFees } from "./card-fees";
import { cardholderFees } from "./cardholder-fees";
import { formatChanges, formatOf, writeHeader, writeRows } from "./file-format";
import type { Cell, Report, ReportProgram, ReportSource } from "./report";
import { disagreeingRows, isRowDisagreement } from "./row-disagreements";
import { settlement } from "./settlement";
import { transactionFees } from "./transaction-fees";

const WRITERS: Record<ReportType, (source: ReportSource) => Report> = {
  monthly: settlement,
  daily: settlement,
  fee: cardholderFees,
  monthlyTransactionFees: transactionFees,
  dailyTransactionFee: transactionFees,
  monthlyNonTransactionFees: cardFees,
};

export type ReportFile = { fileType: ReportType; date: IsoDate };

export function openReport({ fileType, date }: ReportFile, program: ReportProgram): Report {
  return WRITERS[fileType]({ ...program, ...reportWindow(fileType, date) });
}

/** Streams the CSV file while the transactions are read, with the file's disagreements, and stores what those changed. */
export async function* writeReport(file: ReportFile, program: ReportProgram): AsyncGenerator<string> {
  const { db, seed } = program;
  const [day, dayBefore] = [file.date, addDays(file.date, -1)];
  const disagreements = await listDisagreementsOf(db, file.fileType, [dayBefore, day]);
  const own = disagreements.filter((disagreement) => disagreement.day === day);
  const before = disagreements.filter((disagreement) => disagreement.day === dayBefore);
  const format = formatOf(own);
  const { columns } = openReport(file, program);
  yield writeHeader(columns, format);
  const moved = await movedRows({ ...file, date: dayBefore }, program, before);
  if (moved.length > 0) yield writeRows(columns, moved, format);
  const { batches, changes } = disagreeingRows(
    () => openReport(file, program),
    { seed, day },
    own.filter(isRowDisagreement),
  );
  for await (const rows of batches) {
    if (rows.length > 0) yield writeRows(columns, rows, format);
  }
  for (const { id, kind } of own) {
    await saveChanges(db, id, changes.get(id) ?? formatChanges(kind, columns, day));
  }
}

/** The rows that belong into this file and are in the next day's. */
async function movedRows(
  file: ReportFile,
  program: ReportProgram,
  disagreements: readonly Disagreement[],
): Promise<Cell[][]> {
  if (!disagreements.some(({ kind }) => kind === "wrong-day")) return [];
  const { batches, moved } = disagreeingRows(
    () => openReport(file, program),
    { seed: program.seed, day: file.date },
    disagreements.filter(isRowDisagreement),
  );
  for await (const _ of batches);
  return moved;
}
