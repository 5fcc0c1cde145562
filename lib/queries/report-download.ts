import "server-only";
import { Readable } from "node:stream";
import { appendAudit } from "@/lib/audit/append";
import { permit } from "@/lib/auth/permit";
import { type RequestInfo, readRequestInfo } from "@/lib/auth/request-info";
import type { Actor } from "@/lib/auth/sessions";
import { database } from "@/lib/db/database";
import type { ExportFormat } from "@/lib/domain/exports/export-format";
import { reportFileName, reportName } from "@/lib/domain/reports/report";
import { publish } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { SealedFileError } from "@/lib/reports/chunk-content";
import { readChunks, readRowBatches } from "@/lib/reports/read-file";
import { findFile, type StoredReport } from "@/lib/reports/read-reports";
import { reportSheet } from "@/lib/reports/report-sheet";
import { writeXlsx } from "@/lib/xlsx/write-xlsx";
import { errorResponse } from "./define-route";
import { fileResponse, readExportFormat, unknownFormat } from "./export-response";
import { withExportSlot } from "./export-slots";
import { undecryptableFile } from "./reports";

type RouteContext = { params: Promise<{ reportId: string }> };

/**
 * The issuer's original bytes, except for masked values, or the same rows as a spreadsheet. The download is audited
 * before the first byte is sent.
 */
export async function downloadReport(request: Request, { params }: RouteContext): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const permitted = await permit("reports.download", { action: "report.download" }, info);
  if (!permitted.ok) return errorResponse(permitted.error);
  const format = readExportFormat(request);
  if (!format) return errorResponse(unknownFormat(info.requestId));
  const { reportId } = await params;
  const file = await findFile(reportId);
  if (!file)
    return errorResponse({
      code: "not-found",
      message: "File not found.",
      requestId: info.requestId,
      retry: "never",
    });
  const download = { report: file, format, actor: permitted.data, info };
  return format === "csv"
    ? sendFile(download, openOriginal)
    : withExportSlot(permitted.data.id, request, () => sendFile(download, openSpreadsheet));
}

type Download = { report: StoredReport; format: ExportFormat; actor: Actor; info: RequestInfo };

/** Decrypts the first chunk before the download is audited, so that an error can still be returned. */
async function sendFile(
  { report, format, actor, info }: Download,
  open: (report: StoredReport) => Promise<Response>,
): Promise<Response> {
  try {
    const response = await open(report);
    await recordDownloads([report], format, actor, info.address);
    return response;
  } catch (error) {
    if (error instanceof SealedFileError) return errorResponse(undecryptableFile(info.requestId, error));
    throw error;
  }
}

async function openOriginal({ fileId, type, date, bytes }: StoredReport): Promise<Response> {
  const chunks = await openChunks(fileId);
  const body = Readable.toWeb(Readable.from(chunks, { objectMode: false, highWaterMark: 1 }));
  return new Response(body as ReadableStream<Uint8Array>, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-length": String(bytes),
      "content-disposition": `attachment; filename="${reportFileName(type, date, "csv")}"`,
      "cache-control": "no-store",
    },
  });
}

async function openSpreadsheet({ fileId, type, date, columns }: StoredReport): Promise<Response> {
  const sheet = await reportSheet(reportName(type), columns, readRowBatches(fileId));
  return fileResponse(reportFileName(type, date, "xlsx"), "xlsx", writeXlsx([sheet]));
}

/** Call it before the first byte is sent. */
export async function recordDownloads(
  reports: readonly StoredReport[],
  format: ExportFormat | "zip",
  { id, name, role }: Actor,
  address: string,
): Promise<void> {
  const { pool } = await database();
  await inTransaction(pool, async (client) => {
    for (const { fileId, reportId, type, date } of reports) {
      await client.query("insert into report_downloads (file_id, person_id) values ($1, $2)", [fileId, id]);
      await appendAudit(client, {
        phase: "event",
        action: "report.download",
        outcome: "succeeded",
        actor: { id, name, role },
        target: reportId,
        input: { type, date, format },
        address,
      });
    }
  });
  await publish([...reports.map(({ reportId }) => `reports:${reportId}`), "audit"]);
}

/** Decrypts the first chunk before the response starts, so that a SealedFileError can still be reported. */
export async function openChunks(fileId: string): Promise<AsyncIterable<Buffer>> {
  const chunks = readChunks(fileId);
  const first = await chunks.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* chunks;
  })();
}
