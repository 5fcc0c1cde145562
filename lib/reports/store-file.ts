import "server-only";
import { createHash } from "node:crypto";
import type pg from "pg";
import type { ReportSummary } from "@/lib/domain/report";
import { packChunk } from "./chunk-content";
import { RowCutter } from "./cut-rows";
import { LinkError } from "./link-error";
import { CellMask } from "./mask-cells";
import type { OpenedLink } from "./open-link";
import { delimiterOf, parseRows } from "./parse-rows";
import { Summary } from "./summarise";

const PIECE_BYTES = 262_144;
const MOST_COLUMNS = 200;

export type StoredFile = {
  /** Of the issuer's file, as it came. */
  sha256: string;
  bytes: number;
  /** Of what is kept, which differs as soon as a value was masked. */
  keptSha256: string;
  keptBytes: number;
  maskedValues: number;
  rows: number;
  columns: string[];
  summary: ReportSummary;
};

/** Writes a file into the database as it comes, piece by piece, and adds it up on the way. Memory holds one piece. */
export async function storeFile(
  pool: pg.Pool,
  fileId: string,
  link: OpenedLink,
  onProgress: () => Promise<void>,
): Promise<StoredFile> {
  refusePage(link.contentType);
  const writer = new FileWriter(pool, fileId, onProgress);
  const hash = createHash("sha256");
  const cutter = new RowCutter(PIECE_BYTES);
  let bytes = 0;
  for await (const chunk of link.bytes) {
    hash.update(chunk);
    bytes += chunk.length;
    for (const piece of cut(cutter, chunk)) await writer.write(piece);
  }
  const { piece, endsRow, isInQuotes } = cutter.finish();
  if (isInQuotes || (!endsRow && !link.isFramed))
    throw new LinkError("The file ends in the middle of a row.");
  await writer.write(piece);
  return { sha256: hash.digest("hex"), bytes, ...writer.finish(!endsRow) };
}

function cut(cutter: RowCutter, chunk: Buffer): Buffer[] {
  try {
    return cutter.push(chunk);
  } catch {
    throw new LinkError("The file isn’t a valid CSV file: one of its rows has no end.");
  }
}

function refusePage(contentType: string): void {
  if (/html|json|xml/.test(contentType))
    throw new LinkError(`The link returned ${contentType.split(";", 1)[0]} instead of a CSV file.`);
}

class FileWriter {
  readonly #pool: pg.Pool;
  readonly #fileId: string;
  readonly #onProgress: () => Promise<void>;
  readonly #keptHash = createHash("sha256");
  #keptBytes = 0;
  #delimiter = ",";
  #columns: string[] | null = null;
  #cells = new CellMask(",", []);
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
    if (received.length === 0) return;
    const { piece, rows } = this.#read(received);
    this.#keptHash.update(piece);
    this.#keptBytes += piece.length;
    const content = await packChunk(this.#fileId, this.#number, piece);
    await this.#onProgress();
    await this.#pool.query(
      `insert into report_chunks (file_id, number, first_row, rows, bytes, content) values ($1, $2, $3, $4, $5, $6)`,
      [this.#fileId, this.#number, this.#rows, rows, piece.length, content],
    );
    this.#number += 1;
    this.#rows += rows;
  }

  /** What is known at the end. A last row without a line break must at least be as wide as the first. */
  finish(isLastRowOpen: boolean): Omit<StoredFile, "sha256" | "bytes"> {
    const columns = this.#columns;
    if (!columns) throw new LinkError("The file is empty.");
    if (isLastRowOpen && this.#rows > 0 && this.#lastRow.length !== columns.length)
      throw new LinkError("The file ends in the middle of a row.");
    return {
      rows: this.#rows,
      columns,
      summary: this.#summary.result(),
      keptSha256: this.#keptHash.digest("hex"),
      keptBytes: this.#keptBytes,
      maskedValues: this.#cells.maskedValues,
    };
  }

  /** Masks a piece before anything is made of it, and reads what is left. */
  #read(received: Buffer): { piece: Buffer; rows: number } {
    const isFirst = this.#columns === null;
    if (isFirst) this.#readHead(received.toString("utf8"));
    const piece = this.#cells.mask(received, isFirst);
    const parsed = parse(piece.toString("utf8"), this.#delimiter);
    const rows = isFirst ? parsed.slice(1) : parsed;
    if (isFirst && parsed[0]) {
      this.#columns = parsed[0];
      this.#summary = new Summary(parsed[0]);
    }
    for (const row of rows) this.#summary.add(row);
    this.#lastRow = rows.at(-1) ?? this.#lastRow;
    return { piece, rows: rows.length };
  }

  #readHead(text: string): void {
    const start = text.replace(/^\ufeff/, "").trimStart();
    if (start.startsWith("<") || start.startsWith("{") || text.includes("\0"))
      throw new LinkError("The link returned a page instead of a CSV file.");
    this.#delimiter = delimiterOf(text);
    const columns = parse(text, this.#delimiter)[0] ?? [];
    if (columns.length > MOST_COLUMNS) throw new LinkError("The file has too many columns for a report.");
    this.#cells = new CellMask(this.#delimiter, columns);
  }
}

function parse(text: string, delimiter: string): string[][] {
  try {
    return parseRows(text, delimiter);
  } catch {
    throw new LinkError("The file isn’t a valid CSV file.");
  }
}
