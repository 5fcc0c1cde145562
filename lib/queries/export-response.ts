import "server-only";
import { Readable } from "node:stream";
import { CSV_BYTE_ORDER_MARK, csvLines } from "@/lib/csv/write-csv";
import { CONTENT_TYPES, type ExportFormat, parseExportFormat } from "@/lib/domain/exports/export-format";
import type { AppError } from "@/lib/domain/result";
import { type Sheet, writeXlsx } from "@/lib/xlsx/write-xlsx";

/** Reads `?format=`. */
export function readExportFormat({ url }: Request): ExportFormat | null {
  return parseExportFormat(new URL(url).searchParams.get("format"));
}

export function unknownFormat(requestId: string): AppError {
  return { code: "invalid", message: "Choose csv or xlsx as the format.", requestId, retry: "never" };
}

/** Streams a file batch by batch, in either format. */
export function exportResponse(fileName: string, format: ExportFormat, sheet: Sheet): Response {
  return fileResponse(fileName, format, format === "csv" ? csvFile(sheet) : writeXlsx([sheet]));
}

export function fileResponse(
  fileName: string,
  format: ExportFormat,
  content: AsyncIterable<string | Uint8Array>,
): Response {
  const body = Readable.toWeb(Readable.from(content, { objectMode: false })) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      "content-type": format === "csv" ? `${CONTENT_TYPES.csv}; charset=utf-8` : CONTENT_TYPES[format],
      "content-disposition": `attachment; filename="${fileName}"`,
      // Compression would delay the first lines.
      "cache-control": "no-store, no-transform",
    },
  });
}

async function* csvFile({ columns, batches }: Sheet): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK;
  yield csvLines([columns]);
  for await (const rows of batches) yield csvLines(rows);
}
