import "server-only";
import { z } from "zod";
import { toIsoDate } from "@/lib/domain/calendar";
import { Day } from "@/lib/domain/day";
import { searchByLastFour } from "@/lib/domain/last-four-search";
import { formatCount } from "@/lib/domain/numbers";
import { REPORT_STATES, type ReportRow } from "@/lib/domain/report";
import { REPORT_TYPES, reportDate } from "@/lib/domain/report-calendar";
import { type AppError, failure, success } from "@/lib/domain/result";
import { isTimeZone } from "@/lib/domain/time-zone";
import { SealedFileError } from "@/lib/reports/chunk-content";
import { readRows } from "@/lib/reports/read-file";
import {
  findCaptured,
  findFile,
  findOverdueReports,
  findReport,
  listReports,
  listRequesters,
} from "@/lib/reports/read-reports";
import { recordReportRead } from "@/lib/reports/record-report-read";
import { parseRowSort } from "@/lib/url/reports-view";
import { defineQuery } from "./define-query";

const REPORTS_PER_PAGE = 50;
const MOST_ROWS_AT_ONCE = 200;
/** Beyond this many, sorting and searching would hold too much at once: a spreadsheet or a database is for that. */
const MOST_ROWS_ORDERED = 400_000;

const TimeZone = z.string().refine(isTimeZone);

export const getReportPage = defineQuery({
  name: "the reports",
  permission: "reports.read",
  input: z.object({
    type: z.enum(REPORT_TYPES).nullish(),
    state: z.enum(REPORT_STATES).nullish(),
    person: z.string().max(64).nullish(),
    from: Day.nullish(),
    to: Day.nullish(),
    zone: TimeZone.nullish(),
    before: z.string().max(64).nullish(),
  }),
  async run({ input: { person, ...filter } }) {
    const [page, requesters, overdueReports] = await Promise.all([
      listReports({ ...filter, personId: person }, REPORTS_PER_PAGE),
      listRequesters(),
      findOverdueReports(),
    ]);
    return success({ ...page, requesters, overdueReports, today: toIsoDate(new Date()) });
  },
});

export const getReport = defineQuery({
  name: "a report",
  permission: "reports.read",
  input: z.object({ reportId: z.string().max(64) }),
  async run({ input, requestId }) {
    const report = await findReport(input.reportId);
    return report ? success(report) : failure(unknownReport(requestId));
  },
});

/** A file that is here already, before the same one is asked for again. */
export const getCapturedReport = defineQuery({
  name: "a ready report",
  permission: "reports.read",
  input: z.object({ type: z.enum(REPORT_TYPES).optional(), date: Day.optional() }),
  async run({ input: { type, date } }) {
    const report: ReportRow | null = type && date ? await findCaptured(type, reportDate(type, date)) : null;
    return success({ report });
  },
});

export const getReportRows = defineQuery({
  name: "a report's rows",
  permission: "reports.read",
  input: z.object({
    reportId: z.string().max(64),
    offset: z.coerce.number().int().min(0).max(1e12).default(0),
    limit: z.coerce.number().int().min(1).max(MOST_ROWS_AT_ONCE).default(100),
    search: z.string().max(120).default("").transform(searchByLastFour),
    zone: TimeZone.nullish(),
    sort: z.string().max(12).nullish(),
  }),
  async run({ input: { reportId, offset, limit, search, zone, sort }, actor, address, requestId }) {
    const file = await findFile(reportId);
    if (!file) return failure(unknownReport(requestId));
    const order = parseRowSort(sort ?? null);
    if ((order || search !== "") && file.rows > MOST_ROWS_ORDERED) return failure(tooLong(requestId));
    await recordReportRead({ reportId, type: file.type, date: file.date }, actor, address);
    try {
      return success(
        await readRows(file.fileId, { offset, limit, search, timeZone: zone ?? "UTC", sort: order }),
      );
    } catch (error) {
      if (error instanceof SealedFileError) return failure(sealedFile(requestId, error));
      throw error;
    }
  },
});

function unknownReport(requestId: string): AppError {
  return { code: "not-found", message: "Report not found.", requestId, retry: "never" };
}

export function sealedFile(requestId: string, { message }: SealedFileError): AppError {
  return { code: "refused", message, requestId, retry: "never" };
}

function tooLong(requestId: string): AppError {
  const most = formatCount(MOST_ROWS_ORDERED);
  return {
    code: "refused",
    message: `Files with more than ${most} rows can’t be sorted or searched here. Download the file instead.`,
    requestId,
    retry: "never",
  };
}
