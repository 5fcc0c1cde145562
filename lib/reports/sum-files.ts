import "server-only";
import { pool } from "@/lib/db/database";
import { type FileSums, sumTotals } from "@/lib/domain/reports/file-sums";
import type { ReportSummary } from "@/lib/domain/reports/report";
import { REPORT_TYPES, type ReportType } from "@/lib/domain/reports/report-calendar";
import { MAX_TOTALS } from "./summarize";

/** A month has at most 96. */
export const MAX_FILES_AT_ONCE = 200;

/** Files of different types aren't added up: the fees are part of a settlement. */
export async function sumFiles(ids: readonly string[]): Promise<FileSums> {
  const { rows } = await (await pool()).query<{ type: ReportType; summary: ReportSummary }>(
    `select r.type, f.summary from report_requests r join report_files f on f.id = r.file_id
     where r.id = any($1) and f.completed_at is not null`,
    [ids],
  );
  const types = REPORT_TYPES.flatMap((type) => {
    const totals = rows.filter((row) => row.type === type).map(({ summary }) => summary.totals);
    if (totals.length === 0) return [];
    const isPartial = totals.some(({ length }) => length >= MAX_TOTALS);
    return [{ type, files: totals.length, totals: sumTotals(totals), isPartial }];
  });
  return { files: rows.length, types };
}
