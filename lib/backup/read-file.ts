import "server-only";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { BackupError } from "./backup-error";
import { type Header, type Part, parseHeader, Row, type Source, Trailer } from "./backup-format";
import { findDifference, RowSummary } from "./summarize-rows";

const CHUNK_BYTES = 256 * 1024;
/** No value of the dashboard is nearly as long; this only keeps other files from filling the memory. */
const MAX_LINE_CHARACTERS = 256 * 1024 * 1024;

export type CheckedBackup = Source & { trailer: Trailer };

/** Reads the whole file once and checks every hash in it, before anything is restored from it. */
export async function checkFile(path: string): Promise<CheckedBackup> {
  const header = await readHeader(path);
  const found: { trailer?: Trailer } = {};
  for await (const _ of readParts(path, (trailer) => {
    found.trailer = trailer;
  })) {
    // The generator checks the parts.
  }
  if (!found.trailer) throw damaged("its end is missing");
  return { header, trailer: found.trailer, parts: () => readParts(path) };
}

async function readHeader(path: string): Promise<Header> {
  for await (const lines of readLines(path)) return parseHeader(parseLine(lines[0] ?? ""));
  throw new BackupError("This file is empty.");
}

/** Throws at the end if any row, count or hash differs from the trailer. */
async function* readParts(path: string, onTrailer?: (trailer: Trailer) => void): AsyncGenerator<Part> {
  const summary = new RowSummary();
  const hash = createHash("sha256");
  const columns = new Map<string, number>();
  let width = 0;
  let isFirst = true;
  let trailer: Trailer | null = null;
  for await (const lines of readLines(path)) {
    let rows: Row[] = [];
    for (const line of lines) {
      if (trailer) throw damaged("it has lines after its end");
      const parsed = parseLine(line);
      if (isFirst) {
        isFirst = false;
        for (const table of parseHeader(parsed).tables) columns.set(table.name, table.columns.length);
      } else if (Array.isArray(parsed)) {
        const row = Row.safeParse(parsed);
        if (!row.success || row.data.length !== width) throw damaged("a row doesn’t fit its table");
        summary.add(row.data, line);
        rows.push(row.data);
      } else if (isTableLine(parsed)) {
        if (rows.length > 0) yield { rows };
        rows = [];
        width = columns.get(parsed.table) ?? 0;
        columns.delete(parsed.table);
        if (width === 0) throw damaged(`it has unexpected rows of ${parsed.table}`);
        summary.startTable(parsed.table);
        yield { table: parsed.table };
      } else {
        trailer = parseTrailer(parsed);
        continue;
      }
      hash.update(line).update("\n");
    }
    if (rows.length > 0) yield { rows };
  }
  if (!trailer) throw damaged("its end is missing");
  if (columns.size > 0) throw damaged(`the rows of ${[...columns.keys()][0]} are missing`);
  const changed = findDifference(trailer.tables, summary.tables);
  if (changed) throw damaged(`the rows of ${changed} were changed after it was written`);
  if (hash.digest("hex") !== trailer.sha256) throw damaged("it was changed after it was written");
  onTrailer?.({ ...trailer, keyIds: summary.keyIds });
}

function isTableLine(line: unknown): line is { table: string } {
  return typeof line === "object" && line !== null && "table" in line && typeof line.table === "string";
}

function parseTrailer(line: unknown): Trailer {
  const trailer = Trailer.safeParse(line);
  if (!trailer.success) throw damaged("a line can’t be read");
  return trailer.data;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw damaged("a line can’t be read");
  }
}

/** Yields the complete lines of each chunk. */
async function* readLines(path: string): AsyncGenerator<string[]> {
  const stream = createGunzip({ chunkSize: CHUNK_BYTES });
  stream.setEncoding("utf8");
  // Errors are thrown by the loop below.
  pipeline(createReadStream(path), stream, () => undefined);
  let unfinished: string[] = [];
  let length = 0;
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const lines = chunk.split("\n");
      const last = lines.pop() ?? "";
      if (lines.length > 0) {
        lines[0] = unfinished.join("") + lines[0];
        unfinished = [];
        length = 0;
        yield lines;
      }
      unfinished.push(last);
      length += last.length;
      if (length > MAX_LINE_CHARACTERS) throw new BackupError("This file is not a backup of Cardwell.");
    }
  } catch (error) {
    throw explain(error, path);
  }
  if (length > 0) throw damaged("its end is missing");
}

function explain(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return new BackupError(`There is no file ${path}.`);
  if (code === "Z_BUF_ERROR") return damaged("its end is missing");
  if (code === "Z_DATA_ERROR")
    return error instanceof Error && error.message.includes("header check")
      ? new BackupError("This file is not a backup of Cardwell.")
      : damaged("it was changed after it was written");
  return error;
}

function damaged(why: string): BackupError {
  return new BackupError(`This backup is damaged: ${why}. Nothing was restored from it.`);
}
