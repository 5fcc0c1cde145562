import "server-only";
import { pool } from "@/lib/db/database";
import {
  type OtherCapture,
  OVERDUE_AFTER_MINUTES,
  type ReportDetail,
  type ReportFile,
  type ReportRow,
  type ReportState,
} from "@/lib/domain/reports/report";
import { totalsOfFile } from "@/lib/domain/reports/totals-of-file";
import { isUuid } from "@/lib/domain/text/uuid";
import type { Days, IsoDate } from "@/lib/domain/time/calendar";
import { boundsOf } from "@/lib/domain/time/time-zone";
import { Conditions } from "@/lib/postgres/conditions";
import { READING_OF_FILE } from "./sum-files";

type Row = Omit<ReportRow, "createdAt" | "stateSince" | "requestAt" | "rows" | "bytes"> & {
  createdAt: Date;
  stateSince: Date;
  requestAt: Date | null;
  rows: string | null;
  bytes: string | null;
};

const SELECT = `
  select r.id, r.type, to_char(r.date, 'YYYY-MM-DD') as date, r.created_at as "createdAt",
         p.name || case r.origin when 'schedule' then ' (schedule)' else '' end as person,
         r.state, r.state_since as "stateSince", r.reason, r.ask_at as "requestAt", f.rows, f.bytes
  from report_requests r
  join people p on p.id = r.person_id
  left join report_files f on f.id = r.file_id`;

export type ReportFilter = Days & {
  type?: string | null | undefined;
  state?: ReportState | null | undefined;
  personId?: string | null | undefined;
  /** Returns only reports older than this one. */
  before?: string | null | undefined;
};

function conditionsOf({ type, state, personId, ...days }: ReportFilter): Conditions {
  const where = new Conditions();
  where.add("r.type = ?", type);
  where.add("r.state = ?", state);
  where.add("r.person_id = ?", personId && isUuid(personId) ? personId : null);
  where.addBetween("r.created_at", boundsOf(days));
  return where;
}

/** At most one more than `max` is counted. */
export async function countReports(filter: ReportFilter, max: number): Promise<number> {
  const where = conditionsOf(filter);
  const { rows } = await (await pool()).query<{ total: number }>(
    `select count(*)::int as total from (select from report_requests r where ${where} limit ${max + 1}) as counted`,
    where.values,
  );
  return rows[0]?.total ?? 0;
}

export async function listReports(
  { before, ...filter }: ReportFilter,
  limit: number,
): Promise<{ rows: ReportRow[]; olderThan: string | null }> {
  const where = conditionsOf(filter);
  where.add(
    "(r.created_at, r.id) < (select created_at, id from report_requests where id = ?)",
    before && isUuid(before) ? before : null,
  );
  const { rows } = await (await pool()).query<Row>(
    `${SELECT} where ${where} order by r.created_at desc, r.id desc limit ${limit + 1}`,
    where.values,
  );
  const reports = rows.slice(0, limit).map(toRow);
  return { rows: reports, olderThan: rows.length > limit ? (reports.at(-1)?.id ?? null) : null };
}

/** The newest report that is ready, of this type and period. */
export async function findReadyReport(type: string, date: IsoDate): Promise<ReportRow | null> {
  const { rows } = await (await pool()).query<Row>(
    `${SELECT} where r.type = $1 and r.date = $2 and r.state = 'captured' order by r.created_at desc limit 1`,
    [type, date],
  );
  return rows[0] ? toRow(rows[0]) : null;
}

export async function findReport(id: string): Promise<ReportDetail | null> {
  if (!isUuid(id)) return null;
  const db = await pool();
  const { rows } = await db.query<Row>(`${SELECT} where r.id = $1`, [id]);
  const [row] = rows;
  if (!row) return null;
  const { rows: history } = await db.query<{ at: Date; state: string; message: string }>(
    "select at, state, message from report_history where request_id = $1 order by id desc limit 100",
    [id],
  );
  const { rows: downloads } = await db.query<{ at: Date; person: string }>(
    `select d.at, p.name as person from report_downloads d
     join people p on p.id = d.person_id
     where d.file_id = (select file_id from report_requests where id = $1) order by d.id desc limit 100`,
    [id],
  );
  return {
    ...toRow(row),
    file: await readFile(id),
    history: history.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    downloads: downloads.map(({ at, person }) => ({ person, at: at.toISOString() })),
  };
}

async function readFile(requestId: string): Promise<ReportFile | null> {
  const { rows } = await (await pool()).query(
    `select f.sha256, f.bytes, f.rows, f.columns, f.summary, f.completed_at, f.masked_values,
            ${READING_OF_FILE} as reading,
            coalesce(f.kept_sha256, f.sha256) as kept_sha256, coalesce(f.kept_bytes, f.bytes) as kept_bytes
     from report_requests r join report_files f on f.id = r.file_id
     where r.id = $1 and f.completed_at is not null`,
    [requestId],
  );
  const [file] = rows;
  if (!file) return null;
  const { sha256, columns, summary, reading } = file;
  const fileRows = Number(file.rows);
  return {
    sha256,
    columns,
    summary: { ...summary, ...totalsOfFile({ rows: fileRows, columns, summary, reading }) },
    bytes: Number(file.bytes),
    maskedValues: Number(file.masked_values),
    storedSha256: file.kept_sha256,
    storedBytes: Number(file.kept_bytes),
    rows: fileRows,
    receivedAt: file.completed_at.toISOString(),
  };
}

export type StoredReport = {
  reportId: string;
  fileId: string;
  type: string;
  date: IsoDate;
  bytes: number;
  rows: number;
  columns: string[];
  /** Of the issuer's original file, and of the stored one. */
  sha256: string;
  storedSha256: string;
  receivedAt: Date;
};

/** Callers must have checked that the person may read or download the file. */
export async function findFile(requestId: string): Promise<StoredReport | null> {
  if (!isUuid(requestId)) return null;
  const { rows } = await (await pool()).query(
    `select r.id as "reportId", f.id as "fileId", r.type, to_char(r.date, 'YYYY-MM-DD') as date,
            coalesce(f.kept_bytes, f.bytes) as bytes, f.rows, f.columns, f.sha256,
            coalesce(f.kept_sha256, f.sha256) as "storedSha256", f.completed_at as "receivedAt"
     from report_requests r join report_files f on f.id = r.file_id
     where r.id = $1 and f.completed_at is not null`,
    [requestId],
  );
  const [file] = rows;
  return file ? { ...file, bytes: Number(file.bytes), rows: Number(file.rows) } : null;
}

const MAX_OTHER_CAPTURES = 20;

/** The newest other reports of the same type and period that have a file. */
export async function listOtherCaptures(id: string): Promise<OtherCapture[]> {
  if (!isUuid(id)) return [];
  const { rows } = await (await pool()).query<Omit<OtherCapture, "receivedAt"> & { receivedAt: Date }>(
    `select r.id, p.name as person, f.completed_at as "receivedAt", f.rows::integer as rows,
            f.completed_at > this_file.completed_at as "isLater", f.sha256 = this_file.sha256 as "isSameFile"
     from report_requests this
     join report_files this_file on this_file.id = this.file_id
     join report_requests r on r.type = this.type and r.date = this.date and r.id <> this.id
     join people p on p.id = r.person_id
     join report_files f on f.id = r.file_id
     where this.id = $1 and this_file.completed_at is not null and f.completed_at is not null
     order by f.completed_at desc, r.id limit ${MAX_OTHER_CAPTURES}`,
    [id],
  );
  return rows.map(({ receivedAt, ...capture }) => ({ ...capture, receivedAt: receivedAt.toISOString() }));
}

/** Reports that were requested and whose webhook event hasn't arrived in time. */
export async function findOverdueReports(): Promise<{ reports: number; since: string } | null> {
  const { rows } = await (await pool()).query<{ reports: string; since: Date | null }>(
    `select count(*) as reports, min(state_since) as since from report_requests
     where state = 'requested' and state_since < now() - interval '${OVERDUE_AFTER_MINUTES} minutes'`,
  );
  const [row] = rows;
  return row?.since ? { reports: Number(row.reports), since: row.since.toISOString() } : null;
}

export async function listRequesters(): Promise<{ id: string; name: string }[]> {
  const { rows } = await (await pool()).query<{ id: string; name: string }>(
    "select id, name from people where id in (select person_id from report_requests) order by name",
  );
  return rows;
}

function toRow({ createdAt, stateSince, requestAt, rows, bytes, ...row }: Row): ReportRow {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    stateSince: stateSince.toISOString(),
    requestAt: requestAt?.toISOString() ?? null,
    rows: rows === null ? null : Number(rows),
    bytes: bytes === null ? null : Number(bytes),
  };
}
