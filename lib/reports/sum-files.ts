import "server-only";
import { pool } from "@/lib/db/database";
import { type FileSums, sumTotals } from "@/lib/domain/reports/file-sums";
import { MAX_TOTALS, type ReportSummary } from "@/lib/domain/reports/report";
import { REPORT_TYPES, type ReportType } from "@/lib/domain/reports/report-calendar";
import { lacksCurrency, type SettlementReading, totalsOfFile } from "@/lib/domain/reports/totals-of-file";
import type { IsoDate } from "@/lib/domain/time/calendar";

/** A month has at most 96. */
export const MAX_FILES_AT_ONCE = 200;

/** Of the alias `f` for `report_files`. */
export const READING_OF_FILE = `(
  select jsonb_build_object('mapping', s.mapping, 'totals', s.totals) from settlement_readings s
  where s.file_id = f.id and s.state = 'read' and s.mapping is not null)`;

type Row = {
  id: string;
  type: ReportType;
  date: IsoDate;
  rows: string;
  columns: string[];
  summary: ReportSummary;
  reading: SettlementReading | null;
};

/**
 * Files of different types aren't added up: the fees are part of a settlement. A file of which a part isn't understood
 * is left out as a whole, so that a sum is that of whole files.
 */
export async function sumFiles(ids: readonly string[]): Promise<FileSums> {
  const { rows } = await (await pool()).query<Row>(
    `select r.id, r.type, to_char(r.date, 'YYYY-MM-DD') as date, f.rows, f.columns, f.summary,
            ${READING_OF_FILE} as reading
     from report_requests r join report_files f on f.id = r.file_id
     where r.id = any($1) and f.completed_at is not null order by r.date, r.id`,
    [ids],
  );
  const files = rows.map((row) => ({ ...row, ...totalsOfFile({ ...row, rows: Number(row.rows) }) }));
  const types = REPORT_TYPES.flatMap((type) => {
    const ofType = files.filter((file) => file.type === type);
    if (ofType.length === 0) return [];
    const hasCurrencies = ofType.some(({ totals }) => totals.some(({ currency }) => currency !== ""));
    const isIncluded = ({ unreadRows, totals }: (typeof files)[number]) =>
      unreadRows === 0 && !(hasCurrencies && lacksCurrency(totals));
    const included = ofType.filter(isIncluded).map(({ totals }) => totals);
    const isPartial = included.some(({ length }) => length >= MAX_TOTALS);
    const leftOut = ofType.filter((file) => !isIncluded(file)).map(({ id, date }) => ({ id, date }));
    return [{ type, files: included.length, totals: sumTotals(included), isPartial, leftOut }];
  });
  return { files: rows.length, types };
}
