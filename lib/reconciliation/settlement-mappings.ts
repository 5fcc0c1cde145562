import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import {
  findMisfit,
  hasColumns,
  ROLE_NAMES,
  SETTLEMENT_ROLES,
  type SettlementMapping,
} from "@/lib/domain/reconciliation/settlement-columns";
import type { SettlementType } from "@/lib/domain/reconciliation/settlement-type";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { readRowBatches } from "@/lib/reports/read-file";

/** A longer file is checked when it is read. */
const MAX_ROWS_CHECKED = 20_000;

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

export type NewestFile = {
  fileId: string;
  reportId: string;
  date: IsoDate;
  columns: string[];
  /** Null: not read yet. */
  state: "reading" | "read" | "unclear" | null;
  question: string | null;
};

/** The newest file of each period, the latest period first. */
export async function listSettlementFiles(type: SettlementType): Promise<NewestFile[]> {
  const { rows } = await (await pool()).query<NewestFile>(
    `select f.*, case when s.file_id = f."fileId" then s.state end as state,
            case when s.file_id = f."fileId" then s.question end as question
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

/** Why the newest file that has the mapping's columns can't be read with it; null if it can. */
export async function findMisfitInFile(
  type: SettlementType,
  mapping: SettlementMapping,
): Promise<string | null> {
  const missing = findMisfit(Object.values(mapping.columns), mapping, []);
  if (missing) return missing;
  const file = (await listSettlementFiles(type)).find(({ columns }) => hasColumns(columns, mapping));
  if (!file) return "No file has all of these columns.";
  let rowNumber = 0;
  for await (const rows of readRowBatches(file.fileId)) {
    const misfit = findMisfit(file.columns, mapping, rows, rowNumber);
    if (misfit) return misfit;
    rowNumber += rows.length;
    if (rowNumber >= MAX_ROWS_CHECKED) break;
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
    "Decimal mark": mapping.formats.decimal === "," ? "Comma" : "Point",
    Dates: mapping.formats.dates === "month-first" ? "Month first" : "Day first",
  };
}
