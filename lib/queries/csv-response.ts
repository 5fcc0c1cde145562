import "server-only";
import { Readable } from "node:stream";
import { CSV_BYTE_ORDER_MARK } from "@/lib/domain/csv";

/** A CSV file that leaves line by line as it is made. */
export function csvResponse(fileName: string, lines: AsyncIterable<string>): Response {
  const body = Readable.toWeb(
    Readable.from(marked(lines), { objectMode: false }),
  ) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${fileName}"`,
      // Compressing would hold the first lines back.
      "cache-control": "no-store, no-transform",
    },
  });
}

async function* marked(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK;
  yield* lines;
}
