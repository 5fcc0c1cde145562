import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream, type WriteStream } from "node:fs";
import { link, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { BackupError } from "./backup-error";
import type { Source, Trailer } from "./backup-format";
import { RowSummary } from "./summarize-rows";

/** Readable only by its owner, because it holds everything that the database does. */
const FILE_MODE = 0o600;

export type WrittenBackup = { trailer: Trailer; bytes: number };

export function writeFile(path: string, source: Source): Promise<WrittenBackup> {
  return writeCompletely(path, (partialPath) => writePartial(partialPath, source));
}

/** The file appears under its name only when it is complete, and never replaces another one. */
export async function writeCompletely(
  path: string,
  write: (partialPath: string) => Promise<Trailer>,
): Promise<WrittenBackup> {
  await requireFree(path);
  // Two backups to the same file must not write into each other's.
  const partialPath = `${path}.${randomUUID()}.partial`;
  try {
    const trailer = await write(partialPath);
    await flush(partialPath);
    // A rename would replace a file that was created in the meantime, but not every file system has hard links.
    await link(partialPath, path).catch(async () => {
      await requireFree(path);
      await rename(partialPath, path);
    });
    await flush(dirname(path));
    return { trailer, bytes: (await stat(path)).size };
  } finally {
    await rm(partialPath, { force: true });
  }
}

async function writePartial(path: string, source: Source): Promise<Trailer> {
  return writeStream(source, createBackupFile(path)).catch((error) => {
    throw isFileError(error) ? unwritable(error) : error;
  });
}

export function createBackupFile(path: string): WriteStream {
  return createWriteStream(path, { flags: "wx", mode: FILE_MODE });
}

export async function writeStream(source: Source, target: NodeJS.WritableStream): Promise<Trailer> {
  const written: { trailer?: Trailer } = {};
  const lines = async function* () {
    written.trailer = yield* writeLines(source);
  };
  await pipeline(lines, createGzip({ level: 6 }), target);
  if (!written.trailer) throw new Error("The backup has no trailer");
  return written.trailer;
}

async function* writeLines({ header, parts }: Source): AsyncGenerator<string, Trailer> {
  const summary = new RowSummary();
  const hash = createHash("sha256");
  const hashed = (text: string) => {
    hash.update(text);
    return text;
  };
  yield hashed(`${JSON.stringify(header)}\n`);
  for await (const part of parts()) {
    if ("table" in part) {
      summary.startTable(part.table);
      yield hashed(`${JSON.stringify(part)}\n`);
    } else {
      const lines = part.rows.map((row) => {
        const line = JSON.stringify(row);
        summary.add(row, line);
        return `${line}\n`;
      });
      yield hashed(lines.join(""));
    }
  }
  const trailer = { tables: summary.tables, keyIds: summary.keyIds, sha256: hash.digest("hex") };
  yield `${JSON.stringify(trailer)}\n`;
  return trailer;
}

async function requireFree(path: string): Promise<void> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  if (exists) throw new BackupError(`${path} already exists. Choose another name.`);
}

async function flush(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Errors of a connection have no path either, and other codes. */
const DISK_CODES = ["ENOSPC", "EDQUOT", "EFBIG", "EIO"];

export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error && "syscall" in error && "code" in error)) return false;
  return "path" in error || DISK_CODES.includes(String(error.code));
}

export function unwritable(error: Error): BackupError {
  return new BackupError(`The backup can’t be written: ${error.message}.`, { cause: error });
}
