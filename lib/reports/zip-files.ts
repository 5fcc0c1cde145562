import "server-only";
import { Zip, ZipDeflate } from "fflate";

export type ZippedFile = { name: string; modifiedAt: Date; content: AsyncIterable<Uint8Array> };

/** Streams a ZIP file with one chunk in memory at a time. Its names must differ. */
export async function* zipFiles(files: Iterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  function* takeWritten() {
    const chunks = written;
    written = [];
    yield* chunks;
  }
  for (const { name, modifiedAt, content } of files) {
    const entry = new ZipDeflate(name, { level: 6 });
    entry.mtime = inUtc(modifiedAt);
    zip.add(entry);
    for await (const chunk of content) {
      entry.push(chunk);
      yield* takeWritten();
    }
    entry.push(new Uint8Array(), true);
    yield* takeWritten();
  }
  zip.end();
  yield* takeWritten();
}

/** A ZIP file has no time zone, so that the bytes would depend on the server's. */
function inUtc(instant: Date): Date {
  return new Date(
    instant.getUTCFullYear(),
    instant.getUTCMonth(),
    instant.getUTCDate(),
    instant.getUTCHours(),
    instant.getUTCMinutes(),
    instant.getUTCSeconds(),
  );
}
