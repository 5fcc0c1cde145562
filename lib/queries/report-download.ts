import "server-only";
import { Readable } from "node:stream";
import { appendAudit } from "@/lib/audit/append";
import { permit } from "@/lib/auth/permit";
import { readRequestInfo } from "@/lib/auth/request-info";
import type { Actor } from "@/lib/auth/sessions";
import { database } from "@/lib/db/database";
import { reportFileName } from "@/lib/domain/reports/report";
import { publish } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { SealedFileError } from "@/lib/reports/chunk-content";
import { readChunks } from "@/lib/reports/read-file";
import { findFile, type StoredReport } from "@/lib/reports/read-reports";
import { errorResponse } from "./define-route";
import { undecryptableFile } from "./reports";

type RouteContext = { params: Promise<{ reportId: string }> };

/** The issuer's original bytes, except for masked values. The download is audited before the first byte is sent. */
export async function downloadReport(request: Request, { params }: RouteContext): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const permitted = await permit("reports.download", { action: "report.download" }, info);
  if (!permitted.ok) return errorResponse(permitted.error);
  const { reportId } = await params;
  const file = await findFile(reportId);
  if (!file)
    return errorResponse({
      code: "not-found",
      message: "File not found.",
      requestId: info.requestId,
      retry: "never",
    });
  const chunks = await openChunks(file.fileId);
  if (chunks instanceof SealedFileError) return errorResponse(undecryptableFile(info.requestId, chunks));
  await recordDownloads([file], permitted.data, info.address);
  const body = Readable.toWeb(Readable.from(chunks, { objectMode: false, highWaterMark: 1 }));
  return new Response(body as ReadableStream<Uint8Array>, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-length": String(file.bytes),
      "content-disposition": `attachment; filename="${reportFileName(file.type, file.date)}"`,
      "cache-control": "no-store",
    },
  });
}

/** Call it before the first byte is sent. */
export async function recordDownloads(
  reports: readonly StoredReport[],
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
        input: { type, date },
        address,
      });
    }
  });
  await publish([...reports.map(({ reportId }) => `reports:${reportId}`), "audit"]);
}

/** Decrypts the first chunk before the response starts, so that an error can still be returned. */
export async function openChunks(fileId: string): Promise<AsyncIterable<Buffer> | SealedFileError> {
  const chunks = readChunks(fileId);
  try {
    const first = await chunks.next();
    return (async function* () {
      if (!first.done) yield first.value;
      yield* chunks;
    })();
  } catch (error) {
    if (error instanceof SealedFileError) return error;
    throw error;
  }
}
