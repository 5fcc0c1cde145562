import "server-only";
import type pg from "pg";
import { type Bridge, bridgeOf } from "@/lib/domain/reconciliation/bridge";
import type { DayResult } from "@/lib/domain/reconciliation/day-result";
import { dayPeriod, type Period, periodText } from "@/lib/domain/reconciliation/period";
import type { SignOffEvidence } from "@/lib/domain/reconciliation/sign-off";
import type { ReportSummary } from "@/lib/domain/reports/report";
import { type IsoDate, listDays } from "@/lib/domain/time/calendar";
import { readBridgeDays } from "@/lib/reconciliation/read-period";
import { readEvidence } from "@/lib/reconciliation/sign-offs/evidence";
import { type ListedSignOff, listSignOffsWithin } from "@/lib/reconciliation/sign-offs/read-sign-offs";

export type PackedFile = {
  fileId: string;
  type: string;
  date: IsoDate;
  receivedAt: Date;
  /** Of the issuer's original, which differs from ours if values were masked. */
  originalSha256: string;
  maskedValues: number;
  bytes: number;
  rows: number;
  summary: ReportSummary;
};

export type PackedDay = { day: IsoDate; result: DayResult };
export type PackedEntry = { number: number; at: Date; action: string; target: string; hash: string };

/** What a close pack says. Its files never change, so only they are read while it is streamed. */
export type PackData = {
  period: Period;
  files: PackedFile[];
  days: PackedDay[];
  evidence: SignOffEvidence;
  bridges: Bridge[];
  signOffs: ListedSignOff[];
  /** The audit log's entries about the month and its days. */
  entries: PackedEntry[];
};
/** Call it in one transaction, so that its parts agree. */
export async function readPackData(client: pg.ClientBase, period: Period): Promise<PackData> {
  const compared = await readBridgeDays(client, period);
  return {
    period,
    files: await readFiles(client, period),
    days: compared.filter(({ day }) => day <= period.to),
    evidence: await readEvidence(client, period),
    bridges: bridgeOf(compared, period),
    signOffs: await listSignOffsWithin(client, period),
    entries: await readEntries(client, period),
  };
}

/** The newest capture of each report. */
async function readFiles(client: pg.ClientBase, { from, to }: Period): Promise<PackedFile[]> {
  const { rows } = await client.query<
    Omit<PackedFile, "bytes" | "rows" | "maskedValues"> & {
      bytes: string;
      rows: string;
      maskedValues: string;
    }
  >(
    `select distinct on (r.type, r.date) f.id as "fileId", r.type, to_char(r.date, 'YYYY-MM-DD') as date,
            f.completed_at as "receivedAt", f.sha256 as "originalSha256", f.masked_values as "maskedValues",
            coalesce(f.kept_bytes, f.bytes) as bytes, f.rows, f.summary
     from report_requests r join report_files f on f.id = r.file_id
     where r.state = 'captured' and r.date between $1 and $2 and f.completed_at is not null
     order by r.type, r.date, f.completed_at desc, f.id`,
    [from, to],
  );
  return rows.map((file) => ({
    ...file,
    bytes: Number(file.bytes),
    rows: Number(file.rows),
    maskedValues: Number(file.maskedValues),
  }));
}

/** Without the downloads of the pack, so that a second one has the same bytes. */
async function readEntries(client: pg.ClientBase, period: Period): Promise<PackedEntry[]> {
  const { rows } = await client.query<Omit<PackedEntry, "number"> & { number: string }>(
    `select seq as number, at, action, target, hash from audit
     where target = any($1) and phase <> 'begin' and action <> 'close-pack.download' order by seq`,
    [targetsOf(period)],
  );
  return rows.map((entry) => ({ ...entry, number: Number(entry.number) }));
}

function targetsOf(period: Period): string[] {
  return [period, ...listDays(period.from, period.to).map(dayPeriod)].map(periodText);
}
