import "server-only";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { rowContext, sealBytes, unsealBytes } from "@/lib/db/seal";

const compress = promisify(gzip);
const inflate = promisify(gunzip);

/** The file was altered, or encrypted with a secret that this server doesn't have. */
export class SealedFileError extends Error {
  override message =
    "This file can’t be decrypted: this server doesn’t have the secret it was encrypted with. Add the previous secret to the settings, or request the report again.";
}

/** Compressed, then encrypted. Each chunk can be decrypted alone, so that files can be streamed. */
export async function packChunk(fileId: string, number: number, chunk: Buffer): Promise<Buffer> {
  return sealBytes(await compress(chunk, { level: 5 }), contextOf(fileId, number));
}

export async function openChunk(fileId: string, number: number, content: Buffer): Promise<Buffer> {
  const opened = unsealBytes(content, contextOf(fileId, number));
  if (!opened) throw new SealedFileError();
  return inflate(opened);
}

function contextOf(fileId: string, number: number): string {
  return rowContext("report_chunks.content", fileId, number);
}
