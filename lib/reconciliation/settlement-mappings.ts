import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { countOf } from "@/lib/domain/money/numbers";
import type { DateOrder, DecimalMark } from "@/lib/domain/reconciliation/cell-formats";
import {
  completeFormats,
  findMisfit,
  hasColumns,
  ROLE_NAMES,
  SETTLEMENT_ROLES,
  type SettlementMapping,
} from "@/lib/domain/reconciliation/settlement-columns";
import type { SettlementType } from "@/lib/domain/reconciliation/settlement-type";
import { formatPeriod, reportName } from "@/lib/domain/reports/report";
import { canonicalJson } from "@/lib/domain/text/canonical-json";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { SealedFileError } from "@/lib/reports/chunk-content";
import { readRowBatches } from "@/lib/reports/read-file";

/** More rows of the newest file, and of more files, are checked when they are read. */
const MAX_ROWS_CHECKED = 20_000;
const MAX_FILES_CHECKED = 400;
const MAX_FILES_NAMED = 5;

export type MappingVersion = {
  version: number;
  mapping: SettlementMapping | null;
  person: string;
  at: string;
};

export async function listMappings(type: SettlementType): Promise<MappingVersion[]> {
  const { rows } = await (await pool()).query<Omit<MappingVersion, "at"> & { at: Date }>(
    `select m.version, m.mapping, p.name as person, m.created_at as at
     from settlement_mappings m join people p on p.id = m.person_id where m.type = $1 order by m.version desc`,
    [type],
  );
  return rows.map(({ at, ...version }) => ({ ...version, at: at.toISOString() }));
}

export type SettlementFile = {
  fileId: string;
  reportId: string;
  date: IsoDate;
  columns: string[];
  /** Null: not read yet. */
  state: "reading" | "read" | "unclear" | null;
  question: string | null;
  /** How it was understood, if it was, also while it is read again. */
  readWith: SettlementMapping | null;
};

/** The newest file of each period, the latest period first. */
export async function listSettlementFiles(type: SettlementType): Promise<SettlementFile[]> {
  const { rows } = await (await pool()).query<SettlementFile>(
    `select f.*, case when s.file_id = f."fileId" then s.state end as state,
            case when s.file_id = f."fileId" then s.question end as question,
            case when s.file_id = f."fileId" then s.mapping end as "readWith"
     from (
       select distinct on (r.date) f.id as "fileId", r.id as "reportId", to_char(r.date, 'YYYY-MM-DD') as date, f.columns
       from report_requests r join report_files f on f.id = r.file_id
       where r.state = 'captured' and r.type = $1 and f.completed_at is not null
       order by r.date desc, f.completed_at desc, f.id
     ) f left join settlement_readings s on s.type = $1 and s.date = f.date::date`,
    [type],
  );
  return rows.sort((a, b) => (a.date < b.date ? 1 : -1));
}

/**
 * Why the mapping can't be used; null if it can. It must not break a file that is understood now, and must fit one
 * that has its columns.
 */
export async function findMappingProblem(
  type: SettlementType,
  mapping: SettlementMapping,
): Promise<string | null> {
  const missing = findMisfit(Object.values(mapping.columns), mapping, []);
  if (missing) return missing;
  const files = (await listSettlementFiles(type)).filter(({ columns }) => hasColumns(columns, mapping));
  const unknown = files.filter((file) => !isReadAlike(file, mapping)).slice(0, MAX_FILES_CHECKED);
  const misfits: (SettlementFile & { reason: string })[] = [];
  for (const file of unknown) {
    const reason = await findMisfitInFile(file, mapping, file === files[0] ? MAX_ROWS_CHECKED : 1);
    if (reason) misfits.push({ ...file, reason });
  }
  if (files.length === 0) return "No file has all of these columns.";
  const broken = misfits.filter(({ readWith }) => readWith !== null);
  if (broken.length === 0 && misfits.length < files.length) return null;
  const [first, ...others] = broken.length > 0 ? broken : misfits;
  if (!first) return null;
  const named = others.slice(0, MAX_FILES_NAMED).map(({ date }) => formatPeriod(type, date));
  const more = others.length - named.length;
  return [
    `${reportName(type)}, ${formatPeriod(type, first.date)}: ${first.reason}`,
    ...(named.length > 0
      ? [`Also not understood: ${named.join(", ")}${more > 0 ? `, and ${countOf(more, "other file")}` : ""}.`]
      : []),
  ].join(" ");
}

/** Whether the file was read in this way already, so that its rows needn't be checked. */
function isReadAlike({ readWith }: SettlementFile, { columns, formats }: SettlementMapping): boolean {
  if (!readWith || canonicalJson(readWith.columns) !== canonicalJson(columns)) return false;
  const isAlike = (chosen: string | null, read: string | null) => read === null || chosen === read;
  return isAlike(formats.decimal, readWith.formats.decimal) && isAlike(formats.dates, readWith.formats.dates);
}

/** Checks whole batches, until `rowCount` rows are checked. */
async function findMisfitInFile(
  { fileId, columns, readWith }: SettlementFile,
  mapping: SettlementMapping,
  rowCount: number,
): Promise<string | null> {
  let reading = mapping;
  let rowNumber = 0;
  try {
    for await (const rows of readRowBatches(fileId)) {
      const { mapping: completed, question } = completeFormats(columns, reading, rows, rowNumber);
      if (!completed) return question;
      reading = completed;
      rowNumber += rows.length;
      if (rowNumber >= rowCount) break;
    }
  } catch (error) {
    if (!(error instanceof SealedFileError)) throw error;
    // No mapping lets this server decrypt it, so that it was understood before doesn't matter.
    return readWith ? null : error.message;
  }
  return null;
}

/** The newest version, locked against others that would be added meanwhile. */
export async function lockNewestMapping(
  client: pg.ClientBase,
  type: SettlementType,
): Promise<{ version: number; mapping: SettlementMapping | null } | null> {
  await client.query("lock table settlement_mappings in share row exclusive mode");
  const { rows } = await client.query<{ version: number; mapping: SettlementMapping | null }>(
    "select version, mapping from settlement_mappings where type = $1 order by version desc limit 1",
    [type],
  );
  return rows[0] ?? null;
}

export async function insertMapping(
  client: pg.ClientBase,
  { type, mapping, personId }: { type: SettlementType; mapping: SettlementMapping | null; personId: string },
): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    "insert into settlement_mappings (type, mapping, person_id) values ($1, $2, $3) returning version",
    [type, mapping && JSON.stringify(mapping), personId],
  );
  if (!rows[0]) throw new Error("The mapping has no version");
  return rows[0].version;
}

/** For the audit log: the columns by what they mean, in words. */
export function describeMapping(mapping: SettlementMapping | null): Record<string, string> {
  if (!mapping) return { Columns: "As recognized" };
  const columns = ROLE_NAMES.flatMap((role) => {
    const name = mapping.columns[role];
    return name === undefined ? [] : [[SETTLEMENT_ROLES[role], name]];
  });
  return {
    ...Object.fromEntries(columns),
    "Decimal mark": mapping.formats.decimal ? DECIMAL_MARKS[mapping.formats.decimal] : "As each file shows",
    Dates: mapping.formats.dates ? DATE_ORDERS[mapping.formats.dates] : "As each file shows",
  };
}

const DECIMAL_MARKS: Record<DecimalMark, string> = { ".": "Point", ",": "Comma" };
const DATE_ORDERS: Record<DateOrder, string> = { "day-first": "Day first", "month-first": "Month first" };
