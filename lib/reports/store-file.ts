import "server-only";
import { createHash } from "node:crypto";
import type pg from "pg";
import { detectDialect } from "@/lib/csv/detect-dialect";
import { type CsvDialect, OWN_DIALECT } from "@/lib/csv/dialect";
import { parseRows } from "@/lib/csv/read-csv";
import { RowSplitter } from "@/lib/csv/row-splitter";
import type { ReportSummary } from "@/lib/domain/reports/report";
import { packChunk } from "./chunk-content";
import { LinkError } from "./link-error";
import { CellMask } from "./mask-cells";
import type { OpenedLink } from "./open-link";
import { Summary } from "./summarize";

const CHUNK_BYTES = 262_144;
const MAX_COLUMNS = 200;

export type StoredFile = {
  /** Hash and size of the issuer's original file. */
  sha256: string;
  bytes: number;
  /** Hash and size of the stored file, which differ if a value was masked. */
  storedSha256: string;
  storedBytes: number;
  maskedValues: number;
  rows: number;
  columns: string[];
  summary: ReportSummary;
};

/** Stores and summarizes a file while it downloads, with one chunk in memory at a time. */
export async function storeFile(
  pool: pg.Pool,
  fileId: string,
  link: OpenedLink,
  onProgress: () => Promise<void>,
): Promise<StoredFile> {
  rejectNonCsv(link.contentType);
  const writer = new FileWriter(pool, fileId, onProgress);
  const hash = createHash("sha256");
  const splitter = new RowSplitter(CHUNK_BYTES);
  let bytes = 0;
  for await (const received of link.bytes) {
    hash.update(received);
    bytes += received.length;
    for (const chunk of splitIntoChunks(splitter, received)) await writer.write(chunk);
  }
  const { chunks, endsRow, isInQuotes } = splitter.finish();
  if (isInQuotes || (!endsRow && !link.isFramed))
    throw new LinkError("The file ends in the middle of a row.");
  for (const chunk of chunks) await writer.write(chunk);
  return { sha256: hash.digest("hex"), bytes, ...writer.finish(!endsRow) };
}

function splitIntoChunks(splitter: RowSplitter, received: Buffer): Buffer[] {
  try {
    return splitter.push(received);
  } catch {
    throw new LinkError("The file isn’t a valid CSV file: one of its rows has no end.");
  }
}

function rejectNonCsv(contentType: string): void {
  if (/html|json|xml/.test(contentType))
    throw new LinkError(`The link returned ${contentType.split(";", 1)[0]} instead of a CSV file.`);
}

class FileWriter {
  readonly #pool: pg.Pool;
  readonly #fileId: string;
  readonly #onProgress: () => Promise<void>;
  readonly #storedHash = createHash("sha256");
  #storedBytes = 0;
  #dialect: CsvDialect = OWN_DIALECT;
  #columns: string[] | null = null;
  #cells = new CellMask(OWN_DIALECT, []);
  #summary = new Summary([]);
  #number = 0;
  #rows = 0;
  #lastRow: string[] = [];

  constructor(pool: pg.Pool, fileId: string, onProgress: () => Promise<void>) {
    this.#pool = pool;
    this.#fileId = fileId;
    this.#onProgress = onProgress;
  }

  async write(received: Buffer): Promise<void> {
    const { chunk, rows } = this.#read(received);
    this.#storedHash.update(chunk);
    this.#storedBytes += chunk.length;
    const content = await packChunk(this.#fileId, this.#number, chunk);
    await this.#onProgress();
    await this.#pool.query(
      `insert into report_chunks (file_id, number, first_row, rows, bytes, content) values ($1, $2, $3, $4, $5, $6)`,
      [this.#fileId, this.#number, this.#rows, rows, chunk.length, content],
    );
    this.#number += 1;
    this.#rows += rows;
  }

  /** A last row without a line break must have as many cells as the header. */
  finish(isLastRowUnterminated: boolean): Omit<StoredFile, "sha256" | "bytes"> {
    const columns = this.#columns;
    if (!columns) throw new LinkError("The file is empty.");
    if (isLastRowUnterminated && this.#rows > 0 && this.#lastRow.length !== columns.length)
      throw new LinkError("The file ends in the middle of a row.");
    return {
      rows: this.#rows,
      columns,
      summary: this.#summary.result(),
      storedSha256: this.#storedHash.digest("hex"),
      storedBytes: this.#storedBytes,
      maskedValues: this.#cells.maskedValues,
    };
  }

  /** Masks the chunk before anything else reads it. */
  #read(received: Buffer): { chunk: Buffer; rows: number } {
    const isFirst = this.#columns === null;
    if (received.includes(0)) throw notCsv();
    if (isFirst) this.#readHead(received);
    const chunk = this.#cells.mask(received, isFirst);
    const parsed = parse(chunk.toString("utf8"), this.#dialect);
    const rows = isFirst ? parsed.slice(1) : parsed;
    if (isFirst && parsed[0]) {
      this.#columns = parsed[0];
      this.#summary = new Summary(parsed[0]);
    }
    this.#summary.add(rows);
    this.#lastRow = rows.at(-1) ?? this.#lastRow;
    return { chunk, rows: rows.length };
  }

  #readHead(chunk: Buffer): void {
    const text = chunk.toString("utf8");
    const start = text.replace(/^\ufeff/, "").trimStart();
    if (start.startsWith("<") || start.startsWith("{")) throw notCsv();
    this.#dialect = detectDialect(chunk);
    const columns = parse(text, this.#dialect)[0] ?? [];
    this.#cells = new CellMask(this.#dialect, columns);
  }
}

function notCsv(): LinkError {
  return new LinkError("The link returned a page instead of a CSV file.");
}

/** Rows may have a few cells more than the header, such as empty ones at the end. */
function parse(text: string, dialect: CsvDialect): string[][] {
  const rows = parseAny(text, dialect);
  if (rows.some(({ length }) => length > MAX_COLUMNS))
    throw new LinkError("The file has too many columns for a report.");
  return rows;
}

function parseAny(text: string, dialect: CsvDialect): string[][] {
  try {
    return parseRows(text, dialect);
  } catch {
    throw new LinkError("The file isn’t a valid CSV file.");
  }
}
