import "server-only";
import { Readable } from "node:stream";
import { permit } from "@/lib/auth/permit";
import { type RequestInfo, readRequestInfo } from "@/lib/auth/request-info";
import type { Actor } from "@/lib/auth/sessions";
import { reportFileName } from "@/lib/domain/reports/report";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";
import { SealedFileError } from "@/lib/reports/chunk-content";
import { readChunks } from "@/lib/reports/read-file";
import { findFile, type StoredReport } from "@/lib/reports/read-reports";
import { ZipStream } from "@/lib/xlsx/zip-stream";
import { ReportIds } from "./coverage";
import { errorResponse } from "./define-route";
import { withExportSlot } from "./export-slots";
import { openChunks, recordDownloads } from "./report-download";
import { undecryptableFile } from "./reports";

/** The format without extensions ends at 4 GiB. */
const MAX_BYTES = 3_000_000_000;

/** Several files as one ZIP. Each download is audited before the first byte is sent. */
export async function downloadReports(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const permitted = await permit("reports.download", { action: "report.download" }, info);
  if (!permitted.ok) return errorResponse(permitted.error);
  const { data: ids } = ReportIds.safeParse(new URL(request.url).searchParams.get("ids"));
  if (!ids) return errorResponse(rejected(info, "invalid", "The request is invalid."));
  return withExportSlot(permitted.data.id, request, () => createArchive(ids, permitted.data, info));
}

async function createArchive(ids: readonly string[], actor: Actor, info: RequestInfo): Promise<Response> {
  const reports = await findReports(ids, info);
  if (!reports.ok) return errorResponse(reports.error);
  const unreadable = await findUnreadable(reports.data);
  if (unreadable) return errorResponse(undecryptableFile(info.requestId, unreadable));
  await recordDownloads(reports.data, "zip", actor, info.address);
  const body = Readable.toWeb(
    Readable.from(zipReports(reports.data), { objectMode: false, highWaterMark: 1 }),
  );
  return new Response(body as ReadableStream<Uint8Array>, {
    headers: {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="${archiveName(reports.data)}"`,
      "cache-control": "no-store",
    },
  });
}

async function findReports(
  ids: readonly string[],
  info: RequestInfo,
): Promise<Result<readonly StoredReport[]>> {
  const reports: StoredReport[] = [];
  for (const id of ids) {
    const file = await findFile(id);
    if (!file) return failure(rejected(info, "not-found", "One of the files no longer exists."));
    reports.push(file);
  }
  const bytes = reports.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > MAX_BYTES)
    return failure(rejected(info, "refused", "These files are too large for one ZIP file. Select fewer."));
  return success(reports.toSorted((a, b) => (a.date < b.date ? -1 : 1)));
}

/** Found before the response starts, so that an error can still be returned. */
async function findUnreadable(reports: readonly StoredReport[]): Promise<SealedFileError | null> {
  try {
    for (const { fileId } of reports) await openChunks(fileId);
    return null;
  } catch (error) {
    if (error instanceof SealedFileError) return error;
    throw error;
  }
}

/** With one chunk in memory at a time. */
async function* zipReports(reports: readonly StoredReport[]): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream();
  const names = new Set<string>();
  for (const { fileId, type, date, receivedAt } of reports) {
    const name = uniqueName(reportFileName(type, date, "csv"), names);
    names.add(name);
    zip.begin(name, receivedAt);
    for await (const chunk of readChunks(fileId)) {
      zip.write(chunk);
      yield* zip.take();
    }
  }
  zip.end();
  yield* zip.take();
}

/** Two captures of the same report have the same name. */
function uniqueName(name: string, taken: ReadonlySet<string>): string {
  let unique = name;
  for (let number = 2; taken.has(unique); number += 1) unique = name.replace(/\.csv$/, `-${number}.csv`);
  return unique;
}

/** `reports-2026-10-01-to-2026-10-31.zip` */
function archiveName(reports: readonly StoredReport[]): string {
  const [first, last] = [reports[0]?.date ?? "", reports.at(-1)?.date ?? ""];
  return `reports-${first === last ? first : `${first}-to-${last}`}.zip`;
}

function rejected({ requestId }: RequestInfo, code: AppError["code"], message: string): AppError {
  return { code, message, requestId, retry: "never" };
}
