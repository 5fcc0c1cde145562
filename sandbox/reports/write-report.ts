import { type ReportType, reportWindow } from "@/lib/domain/reports/report-calendar";
import type { Disagreement, DisagreementChange } from "@/lib/domain/settings/disagreements";
import { addDays, type IsoDate } from "@/lib/domain/time/calendar";
import { cardFees } from "./card-fees";
import { cardholderFees } from "./cardholder-fees";
import { dateBefore, disagreeingFile } from "./file-disagreements";
import { formatChanges, formatOf, writeHeader, writeRows } from "./file-format";
import type { Cell, Report, ReportProgram, ReportSource } from "./report";
import { disagreeingRows, isRowDisagreement } from "./row-disagreements";
import { settlement } from "./settlement";
import { transactionFees } from "./transaction-fees";

const ROWS_PER_PART = 1000;

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

/** The CSV file in parts, with its disagreements, and what those changed under their IDs. */
export function writeReport(
  file: ReportFile,
  program: ReportProgram,
): { parts: Generator<string>; changes: Map<number, DisagreementChange[]> } {
  const { disagreements, program: facts } = program.state;
  const [day, dayBefore] = [file.date, addDays(file.date, -1)];
  const ofType = [...disagreements].filter(({ type }) => type === file.fileType);
  const own = ofType.filter((disagreement) => disagreement.day === day);
  const before = ofType.filter((disagreement) => disagreement.day === dayBefore);
  const format = formatOf(own);
  const report = openReport(file, program);
  const { columns } = report;
  const readBefore = () => openReport({ ...file, date: dateBefore(file.fileType, file.date) }, program);
  const whole = disagreeingFile(report, { day, readBefore }, own);
  const { rows } = whole;
  const edited = own.some(isRowDisagreement)
    ? disagreeingRows({ columns, rows: [...rows] }, { seed: facts.seed, day }, own.filter(isRowDisagreement))
    : { rows, changes: new Map<number, DisagreementChange[]>() };
  const moved = movedRows({ ...file, date: dayBefore }, program, before);
  const changes = new Map(
    own.map(({ id, kind }) => [
      id,
      edited.changes.get(id) ?? whole.changes.get(id) ?? formatChanges(kind, columns, day),
    ]),
  );
  function* parts() {
    yield writeHeader(columns, format);
    for (const part of inParts(moved)) yield writeRows(columns, part, format);
    for (const part of inParts(edited.rows)) yield writeRows(columns, part, format);
  }
  return { parts: parts(), changes };
}

/** The rows that belong into this file and are in the next day's. */
function movedRows(
  file: ReportFile,
  program: ReportProgram,
  disagreements: readonly Disagreement[],
): Cell[][] {
  if (!disagreements.some(({ kind }) => kind === "wrong-day")) return [];
  const { columns, rows } = openReport(file, program);
  const { seed } = program.state.program;
  const own = disagreements.filter(isRowDisagreement);
  return disagreeingRows({ columns, rows: [...rows] }, { seed, day: file.date }, own).moved;
}

function* inParts(rows: Iterable<Cell[]>): Generator<Cell[][]> {
  let part: Cell[][] = [];
  for (const row of rows) {
    part.push(row);
    if (part.length < ROWS_PER_PART) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
