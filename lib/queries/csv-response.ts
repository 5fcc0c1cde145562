import "server-only";
import { Readable } from "node:stream";
import { CSV_BYTE_ORDER_MARK } from "@/lib/csv/write-csv";

/** Streams a CSV file line by line. */
export function csvResponse(fileName: string, lines: AsyncIterable<string>): Response {
  const body = Readable.toWeb(
    Readable.from(withByteOrderMark(lines), { objectMode: false }),
  ) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${fileName}"`,
      // Compression would delay the first lines.
      "cache-control": "no-store, no-transform",
    },
  });
}

async function* withByteOrderMark(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK;
  yield* lines;
}
