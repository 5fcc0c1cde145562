import "server-only";
import { z } from "zod";
import { searchByLastFour } from "@/lib/domain/cards/last-four-search";
import { formatCount } from "@/lib/domain/money/numbers";
import { REPORT_STATES, type ReportRow } from "@/lib/domain/reports/report";
import { REPORT_TYPES, reportDate } from "@/lib/domain/reports/report-calendar";
import { type AppError, failure, success } from "@/lib/domain/result";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { Day } from "@/lib/domain/time/day";
import { isTimeZone } from "@/lib/domain/time/time-zone";
import { SealedFileError } from "@/lib/reports/chunk-content";
import { readRows } from "@/lib/reports/read-file";
import {
  findFile,
  findOverdueReports,
  findReadyReport,
  findReport,
  listOtherCaptures,
  listReports,
  listRequesters,
} from "@/lib/reports/read-reports";
import { recordReportRead } from "@/lib/reports/record-report-read";
import { parseRowSort } from "@/lib/url/reports-view";
import { defineQuery } from "./define-query";

const REPORTS_PER_PAGE = 50;
const MAX_ROWS_PER_REQUEST = 200;
/** Sorting and searching more rows would need too much memory. */
const MAX_ROWS_SORTED = 400_000;

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
    return report ? success(report) : failure(reportNotFound(requestId));
  },
});

export const getOtherCaptures = defineQuery({
  name: "a report's other captures",
  permission: "reports.read",
  input: z.object({ reportId: z.string().max(64) }),
  run: async ({ input }) => success(await listOtherCaptures(input.reportId)),
});

/** For offering an existing file before the same report is requested again. */
export const getReadyReport = defineQuery({
  name: "a ready report",
  permission: "reports.read",
  input: z.object({ type: z.enum(REPORT_TYPES).optional(), date: Day.optional() }),
  async run({ input: { type, date } }) {
    const report: ReportRow | null =
      type && date ? await findReadyReport(type, reportDate(type, date)) : null;
    return success({ report });
  },
});

export const getReportRows = defineQuery({
  name: "a report's rows",
  permission: "reports.read",
  input: z.object({
    reportId: z.string().max(64),
    offset: z.coerce.number().int().min(0).max(1e12).default(0),
    limit: z.coerce.number().int().min(1).max(MAX_ROWS_PER_REQUEST).default(100),
    search: z.string().max(120).default("").transform(searchByLastFour),
    zone: TimeZone.nullish(),
    sort: z.string().max(12).nullish(),
  }),
  async run({ input: { reportId, offset, limit, search, zone, sort }, actor, address, requestId }) {
    const file = await findFile(reportId);
    if (!file) return failure(reportNotFound(requestId));
    const order = parseRowSort(sort ?? null);
    if ((order || search !== "") && file.rows > MAX_ROWS_SORTED) return failure(tooManyRows(requestId));
    await recordReportRead({ reportId, type: file.type, date: file.date }, actor, address);
    try {
      return success(
        await readRows(file.fileId, { offset, limit, search, timeZone: zone ?? "UTC", sort: order }),
      );
    } catch (error) {
      if (error instanceof SealedFileError) return failure(undecryptableFile(requestId, error));
      throw error;
    }
  },
});

export function reportNotFound(requestId: string): AppError {
  return { code: "not-found", message: "Report not found.", requestId, retry: "never" };
}

export function undecryptableFile(requestId: string, { message }: SealedFileError): AppError {
  return { code: "refused", message, requestId, retry: "never" };
}

function tooManyRows(requestId: string): AppError {
  const max = formatCount(MAX_ROWS_SORTED);
  return {
    code: "refused",
    message: `Files with more than ${max} rows can’t be sorted or searched here. Download the file instead.`,
    requestId,
    retry: "never",
  };
}
