import "server-only";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { rowContext, sealBytes, unsealBytes } from "@/lib/db/seal";

const compress = promisify(gzip);
const inflate = promisify(gunzip);

/** A file that was sealed with a secret that this server does not have, or altered. */
export class SealedFileError extends Error {
  override message =
    "This file can’t be decrypted: this server doesn’t have the secret it was encrypted with. Add the previous secret to the settings, or request the report again.";
}

/** One piece of a file as it is stored: compressed, then sealed. Each opens alone, so that files can be streamed. */
export async function packChunk(fileId: string, number: number, piece: Buffer): Promise<Buffer> {
  return sealBytes(await compress(piece, { level: 5 }), contextOf(fileId, number));
}

export async function openChunk(fileId: string, number: number, content: Buffer): Promise<Buffer> {
  const opened = unsealBytes(content, contextOf(fileId, number));
  if (!opened) throw new SealedFileError();
  return inflate(opened);
}

function contextOf(fileId: string, number: number): string {
  return rowContext("report_chunks.content", fileId, number);
}
