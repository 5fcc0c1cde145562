import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { storeFile } from "@/lib/reports/store-file";

export type CapturedReport = {
  type?: string;
  date?: IsoDate;
  personId: string;
  /** The file, in parts of any size. */
  content: string | Iterable<string> | AsyncIterable<Buffer>;
};

/** A report with this file, stored as if the issuer had sent it. */
export async function captureReport(
  db: pg.Pool,
  { type = "daily", date = "2026-01-02", personId, content }: CapturedReport,
): Promise<{ reportId: string; fileId: string }> {
  const [reportId, captureId, fileId] = [randomUUID(), randomUUID(), randomUUID()];
  await db.query(
    "insert into report_requests (id, type, date, person_id, state) values ($1, $2, $3, $4, 'captured')",
    [reportId, type, date, personId],
  );
  const { rows } = await db.query<{ id: string }>(
    `insert into webhook_deliveries (event_id, verdict, reason, headers, body, bytes)
     values ($1, 'accepted', '', '{}', '', 0) returning id`,
    [randomUUID()],
  );
  await db.query(
    "insert into report_captures (id, request_id, delivery_id, link, state) values ($1, $2, $3, '', 'done')",
    [captureId, reportId, rows[0]?.id],
  );
  await db.query("insert into report_files (id, capture_id, request_id) values ($1, $2, $3)", [
    fileId,
    captureId,
    reportId,
  ]);
  const stored = await storeFile(
    db,
    fileId,
    { contentType: "text/csv", isFramed: true, bytes: toBytes(content) },
    async () => undefined,
  );
  await db.query(
    `update report_files set completed_at = clock_timestamp(), sha256 = $2, bytes = $3, rows = $4, columns = $5,
       summary = $6, kept_sha256 = $7, kept_bytes = $8, masked_values = $9 where id = $1`,
    [
      fileId,
      stored.sha256,
      stored.bytes,
      stored.rows,
      JSON.stringify(stored.columns),
      JSON.stringify(stored.summary),
      stored.storedSha256,
      stored.storedBytes,
      stored.maskedValues,
    ],
  );
  await db.query("update report_requests set file_id = $2 where id = $1", [reportId, fileId]);
  return { reportId, fileId };
}

async function* toBytes(content: CapturedReport["content"]): AsyncGenerator<Buffer> {
  for await (const part of typeof content === "string" ? [content] : content) yield Buffer.from(part);
}
