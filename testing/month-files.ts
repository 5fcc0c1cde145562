import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { periodsOfMonth, REPORT_TYPES, type ReportType } from "@/lib/domain/reports/report-calendar";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { openReport } from "@/sandbox/reports/write-report";
import type { TestSandbox } from "./sandbox";

export type MonthFile = { type: ReportType; date: IsoDate; columns: readonly string[]; rows: string[][] };

/** All that the issuer has to say about a month, without a mistake. */
export function filesOfMonth({ sandbox }: TestSandbox, month: IsoDate): MonthFile[] {
  return REPORT_TYPES.flatMap((type) =>
    periodsOfMonth(type, month).map((date) => {
      const { columns, rows } = openReport({ fileType: type, date }, sandbox.reportProgram());
      return { type, date, columns, rows: Array.from(rows, (row) => row.map(String)) };
    }),
  );
}

export function csvOf({ columns, rows }: MonthFile): string {
  return stringify([[...columns], ...rows]);
}

const KINDS = ["missing", "doubled", "amount", "currency"] as const;

/** What goes wrong with one row; `place` says which, whatever the number of files and rows. */
export type Loss = { type: ReportType; kind: (typeof KINDS)[number]; place: number };

export const losses: fc.Arbitrary<Loss[]> = fc.array(
  fc.record({
    type: fc.constantFrom(...REPORT_TYPES),
    kind: fc.constantFrom(...KINDS),
    place: fc.nat({ max: 1_000_000_000 }),
  }),
  { minLength: 60, maxLength: 60 },
);

export type Damage = Loss & { day: IsoDate; transactionId: string | null; cardId: string };

/** At most one loss for a transaction or a card, so that none hides another. */
export function damage(
  files: readonly MonthFile[],
  wanted: readonly Loss[],
): { files: MonthFile[]; damages: Damage[] } {
  const damaged = new Map<MonthFile, Map<number, Loss["kind"]>>();
  const damages: Damage[] = [];
  const taken = new Set<string>();
  for (const loss of wanted) {
    const places = files
      .filter(({ type }) => type === loss.type)
      .flatMap((file) => file.rows.map((row, index) => ({ file, row, index })));
    const chosen = places[loss.place % places.length];
    if (!chosen) continue;
    const cell = (name: string) => chosen.row[chosen.file.columns.indexOf(name)] ?? null;
    const [transactionId, cardId] = [cell("transaction_id"), cell("card_id") ?? ""];
    if (taken.has(transactionId ?? cardId)) continue;
    taken.add(transactionId ?? cardId);
    damages.push({ ...loss, day: chosen.row[0]?.slice(0, 10) ?? "", transactionId, cardId });
    damaged.set(chosen.file, (damaged.get(chosen.file) ?? new Map()).set(chosen.index, loss.kind));
  }
  return {
    files: [...damaged].map(([file, kinds]) => ({
      ...file,
      rows: file.rows.flatMap((row, index) => damageRow(file.columns, row, kinds.get(index))),
    })),
    damages,
  };
}

function damageRow(columns: readonly string[], row: string[], kind: Loss["kind"] | undefined): string[][] {
  if (kind === "missing") return [];
  if (kind === "doubled") return [row, row];
  if (kind === undefined) return [row];
  const names = kind === "amount" ? ["fee_amount", "bill_amount"] : ["fee_currency", "bill_currency"];
  const column = columns.indexOf(names.find((name) => columns.includes(name)) ?? "");
  const cell = row[column] ?? "";
  return [row.with(column, kind === "currency" ? "EUR" : cell.replace(/^(-?)/, "$11"))];
}
