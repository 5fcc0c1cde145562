import "server-only";
import { Readable } from "node:stream";
import { appendAudit } from "@/lib/audit/append";
import { permit } from "@/lib/auth/permit";
import { type RequestInfo, readRequestInfo } from "@/lib/auth/request-info";
import type { Actor } from "@/lib/auth/sessions";
import { pool } from "@/lib/db/database";
import { MonthInput, periodText, toPeriod } from "@/lib/domain/reconciliation/period";
import { reportFileName } from "@/lib/domain/reports/report";
import type { ErrorCode } from "@/lib/domain/result";
import { publish } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { type ClosePack, readPack } from "@/lib/reconciliation/close-pack/read-pack";
import { writePack } from "@/lib/reconciliation/close-pack/write-pack";
import { SealedFileError } from "@/lib/reports/chunk-content";
import { readChunks } from "@/lib/reports/read-file";
import { errorResponse } from "./define-route";
import { withExportSlot } from "./export-slots";
import { undecryptableFile } from "./reports";

const ACTION = "close-pack.download";
/** The format without extensions ends at 4 GiB. */
const MAX_BYTES = 3_000_000_000;

/** All of a month in one ZIP: `?month=2026-10`. The download is audited before the first byte is sent. */
export async function downloadClosePack(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const reader = await permit("reconciliation.read", { action: ACTION }, info);
  if (!reader.ok) return errorResponse(reader.error);
  const permitted = await permit("reports.download", { action: ACTION }, info);
  if (!permitted.ok) return errorResponse(permitted.error);
  return withExportSlot(permitted.data.id, request, () => createPack(request, permitted.data, info));
}

async function createPack(request: Request, actor: Actor, info: RequestInfo): Promise<Response> {
  const reject = (code: ErrorCode, message: string) =>
    errorResponse({ code, message, requestId: info.requestId, retry: "never" });
  const { data: month } = MonthInput.safeParse(new URL(request.url).searchParams.get("month"));
  if (!month) return reject("invalid", "Choose a month, such as 2026-10.");
  const pack = await inTransaction(await pool(), async (client) => {
    await client.query("set transaction isolation level repeatable read");
    return readPack(client, toPeriod(month));
  });
  if (pack.files.length === 0) return reject("not-found", "There are no files of this month.");
  if (pack.files.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_BYTES)
    return reject("refused", "The files of this month are too large for one ZIP file.");
  const unreadable = await findUnreadable(pack);
  if (unreadable) return errorResponse(undecryptableFile(info.requestId, unreadable));
  await record(pack, actor, info);
  const body = Readable.toWeb(Readable.from(writePack(pack), { objectMode: false, highWaterMark: 1 }));
  return new Response(body as ReadableStream<Uint8Array>, {
    headers: {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="close-pack-${month}.zip"`,
      "cache-control": "no-store, no-transform",
    },
  });
}

/** Found before the response starts, so that an error can still be returned. */
async function findUnreadable({ files }: ClosePack): Promise<SealedFileError | null> {
  for (const { fileId } of files)
    try {
      await readChunks(fileId).next();
    } catch (error) {
      if (error instanceof SealedFileError) return error;
      throw error;
    }
  return null;
}

async function record({ period, files }: ClosePack, actor: Actor, { address }: RequestInfo): Promise<void> {
  const { id, name, role } = actor;
  await inTransaction(await pool(), async (client) => {
    await client.query("insert into report_downloads (file_id, person_id) select unnest($1::uuid[]), $2", [
      files.map(({ fileId }) => fileId),
      id,
    ]);
    await appendAudit(client, {
      phase: "event",
      action: ACTION,
      outcome: "succeeded",
      actor: { id, name, role },
      target: periodText(period),
      input: { files: files.map(({ type, date }) => reportFileName(type, date, "csv")) },
      address,
    });
  });
  await publish(["audit", "reports"]);
}
