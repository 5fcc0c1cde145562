import type pg from "pg";
import type { ReportType } from "@/lib/domain/reports/report-calendar";
import type { IsoDate } from "@/lib/domain/time/calendar";

export type FileRequest = {
  referenceId: string;
  fileType: ReportType;
  date: IsoDate;
  /** The origin of the request's URL; the download link uses the same one. */
  origin: string;
  requestedAt: Date;
};

export async function insertFileRequest(client: pg.ClientBase, request: FileRequest): Promise<void> {
  await client.query(
    "insert into file_requests (reference_id, file_type, date, origin, requested_at) values ($1, $2, $3, $4, $5)",
    [request.referenceId, request.fileType, request.date, request.origin, request.requestedAt],
  );
}

export async function findFileRequest(db: pg.Pool, referenceId: string): Promise<FileRequest | null> {
  const { rows } = await db.query<FileRequest>(
    `select reference_id as "referenceId", file_type as "fileType", date::text, origin, requested_at as "requestedAt"
     from file_requests where reference_id::text = $1`,
    [referenceId],
  );
  return rows[0] ?? null;
}
