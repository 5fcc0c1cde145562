import "server-only";
import { z } from "zod";
import { formatCount } from "@/lib/domain/money/numbers";
import {
  type ComparedRow,
  DIFFERENCES,
  type Difference,
  type ReportComparison,
} from "@/lib/domain/reports/comparison";
import { failure, success } from "@/lib/domain/result";
import { SealedFileError } from "@/lib/reports/chunk-content";
import { comparisonOf } from "@/lib/reports/comparisons";
import { readComparedRows } from "@/lib/reports/read-compared-rows";
import { findFile } from "@/lib/reports/read-reports";
import { recordReportRead } from "@/lib/reports/record-report-read";
import { defineQuery } from "./define-query";
import { reportNotFound, undecryptableFile } from "./reports";

/** Two such files need about 150 MB of memory if no row is equal. */
const MAX_ROWS_COMPARED = 1_500_000;

export type ShownComparison = {
  comparison: ReportComparison;
  /** The difference whose rows are included; null if there is none. */
  difference: Difference | null;
  rows: ComparedRow[];
};

/** Recorded in the audit log as a read of both reports, before any row is read. */
export const getReportComparison = defineQuery({
  name: "a comparison of reports",
  permission: "reports.read",
  input: z.object({
    from: z.string().max(64),
    to: z.string().max(64),
    show: z.enum(DIFFERENCES).nullish(),
  }),
  async run({ input: { from, to, show }, actor, address, requestId }) {
    const [before, after] = [await findFile(from), await findFile(to)];
    if (!before || !after) return failure(reportNotFound(requestId));
    const refuse = (message: string) =>
      failure({ code: "refused" as const, message, requestId, retry: "never" as const });
    if (before.type !== after.type || before.date !== after.date)
      return refuse("Only captures of the same report and period can be compared.");
    if (Math.max(before.rows, after.rows) > MAX_ROWS_COMPARED)
      return refuse(
        `Files with more than ${formatCount(MAX_ROWS_COMPARED)} rows can’t be compared here. Download the files instead.`,
      );
    const { type, date } = after;
    for (const reportId of new Set([from, to]))
      await recordReportRead({ reportId, type, date }, actor, address);
    try {
      const { shown, ...comparison } = await comparisonOf({ before, after });
      const difference = show ?? DIFFERENCES.find((name) => comparison.counts[name] > 0) ?? null;
      const rows = difference === null ? [] : await readComparedRows({ before, after }, shown[difference]);
      return success<ShownComparison>({ comparison, difference, rows });
    } catch (error) {
      if (error instanceof SealedFileError) return failure(undecryptableFile(requestId, error));
      throw error;
    }
  },
});
