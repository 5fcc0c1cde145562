import "server-only";
import { detectDialect } from "@/lib/csv/detect-dialect";
import { type CsvDialect, OWN_DIALECT } from "@/lib/csv/dialect";
import { parseRows, scanRows } from "@/lib/csv/read-csv";
import { pool } from "@/lib/db/database";
import type { ReportRows } from "@/lib/domain/reports/report";
import { cellComparator } from "./cell-comparator";
import { openChunk } from "./chunk-content";
import { rowMatcher } from "./row-matcher";
import { type RowOrder, rowOrder } from "./row-order";

type Chunk = { number: number; first_row: string; rows: number; content: Buffer };

/** Retention deleted the file before all of it was read. */
class FileDeletedError extends Error {
  override message = "The file was deleted while it was read";
}

/** Streams a stored file with one chunk in memory at a time. Throws if it is deleted meanwhile. */
export async function* readChunks(fileId: string): AsyncGenerator<Buffer> {
  const size = await readSize(fileId);
  let bytes = 0;
  for (let number = 0; ; number += 1) {
    const chunk = await readChunk(fileId, number);
    if (!chunk) break;
    bytes += chunk.length;
    yield chunk;
  }
  if (bytes !== size) throw new FileDeletedError();
}

async function readSize(fileId: string): Promise<number> {
  const { rows } = await (await pool()).query<{ bytes: string }>(
    "select coalesce(kept_bytes, bytes) as bytes from report_files where id = $1",
    [fileId],
  );
  if (!rows[0]) throw new FileDeletedError();
  return Number(rows[0].bytes);
}

/**
 * Streams the rows of a stored file, without the column names, with one chunk in memory at a time.
 * @param parse `scanRows` for rows of which nothing is kept
 */
export async function* readRowBatches(fileId: string, parse = parseRows): AsyncGenerator<string[][]> {
  const dialect = await readDialect(fileId);
  let isFirst = true;
  for await (const bytes of readChunks(fileId)) {
    yield parseChunk(bytes, dialect, { isFirst, parse });
    isFirst = false;
  }
}

async function readChunk(fileId: string, number: number): Promise<Buffer | null> {
  const { rows } = await (await pool()).query<Pick<Chunk, "content">>(
    "select content from report_chunks where file_id = $1 and number = $2",
    [fileId, number],
  );
  return rows[0] ? openChunk(fileId, number, rows[0].content) : null;
}

export type RowsRequest = {
  offset: number;
  limit: number;
  search: string;
  /** The time zone in which the person sees the times. */
  timeZone: string;
  sort: { column: number; direction: "asc" | "desc" } | null;
};

/** Without a search or sort, the rows are in file order. */
export async function readRows(
  fileId: string,
  { offset, limit, search, timeZone, sort }: RowsRequest,
): Promise<ReportRows> {
  if (search === "" && sort === null) return readSequentially(fileId, offset, limit);
  const order = await rowOrder(`${fileId}\n${JSON.stringify(sort)}\n${timeZone}\n${search}`, () =>
    buildOrder(fileId, rowMatcher(search, timeZone), sort),
  );
  const rowNumbers = [...order.subarray(offset, offset + limit)];
  const found = await readRowsAt(fileId, rowNumbers);
  return { rows: rowNumbers.map((row) => found.get(row) ?? []), firstRow: offset, total: order.length };
}

async function readSequentially(fileId: string, offset: number, limit: number): Promise<ReportRows> {
  const db = await pool();
  const counted = await db.query<{ rows: string }>("select rows from report_files where id = $1", [fileId]);
  const { rows: chunks } = await db.query<Chunk>(
    `select number, first_row, rows, content from report_chunks
     where file_id = $1 and first_row < $3 and first_row + rows > $2 order by number`,
    [fileId, offset, offset + limit],
  );
  const dialect = await readDialect(fileId);
  const rows: string[][] = [];
  for (const chunk of chunks) {
    const first = Number(chunk.first_row);
    const parsed = await readChunkRows(fileId, chunk, dialect);
    rows.push(...parsed.slice(Math.max(0, offset - first), Math.max(0, offset + limit - first)));
  }
  return { rows, firstRow: offset, total: Number(counted.rows[0]?.rows ?? 0) };
}

export async function readRowsAt(
  fileId: string,
  rowNumbers: readonly number[],
): Promise<Map<number, string[]>> {
  const sorted = Uint32Array.from(new Set(rowNumbers)).sort();
  const found = new Map<number, string[]>();
  for await (const rows of scanRowsAt(fileId, sorted))
    for (const cells of rows) found.set(sorted[found.size] ?? 0, cells);
  return found;
}

/**
 * Streams the rows with these ascending numbers, one chunk at a time; chunks without any of them aren't read. A row
 * that is kept for long keeps its whole chunk in memory.
 */
export async function* scanRowsAt(fileId: string, rowNumbers: Uint32Array): AsyncGenerator<string[][]> {
  if (rowNumbers.length === 0) return;
  const db = await pool();
  const { rows: chunks } = await db.query<{ number: number; first_row: string; rows: number }>(
    "select number, first_row, rows from report_chunks where file_id = $1 order by number",
    [fileId],
  );
  const dialect = await readDialect(fileId);
  let next = 0;
  for (const { number, first_row, rows } of chunks) {
    const first = Number(first_row);
    const start = next;
    while (next < rowNumbers.length && (rowNumbers[next] ?? 0) < first + rows) next += 1;
    if (next === start) continue;
    const content = await readChunk(fileId, number);
    const scanned = content ? parseChunk(content, dialect, { isFirst: number === 0, parse: scanRows }) : [];
    yield Array.from(rowNumbers.subarray(start, next), (row) => scanned[row - first] ?? []);
  }
}

/** Reads the whole file once, and keeps only the number and the sort key of each matching row. */
async function buildOrder(
  fileId: string,
  isMatch: (cells: readonly string[]) => boolean,
  sort: RowsRequest["sort"],
): Promise<RowOrder> {
  const rowNumbers: number[] = [];
  const keys: string[] = [];
  let row = 0;
  for await (const rows of readRowBatches(fileId))
    for (const cells of rows) {
      if (isMatch(cells)) {
        rowNumbers.push(row);
        if (sort) keys.push(cells[sort.column] ?? "");
      }
      row += 1;
    }
  if (!sort) return Uint32Array.from(rowNumbers);
  const compare = cellComparator(keys);
  const sign = sort.direction === "asc" ? 1 : -1;
  const order = rowNumbers.map((_, index) => index).sort((a, b) => sign * compare(a, b) || a - b);
  return Uint32Array.from(order, (index) => rowNumbers[index] ?? 0);
}

async function readDialect(fileId: string): Promise<CsvDialect> {
  const start = await readChunk(fileId, 0);
  return start ? detectDialect(start) : OWN_DIALECT;
}

/** How the file separates its cells and ends its rows. */
export async function readFormat(fileId: string): Promise<{ delimiter: string; lineEnd: string }> {
  const start = (await readChunk(fileId, 0)) ?? Buffer.alloc(0);
  const { delimiter, rowEnd } = detectDialect(start);
  return { delimiter, lineEnd: rowEnd === "\n" && start.includes("\r\n") ? "\r\n" : rowEnd };
}

async function readChunkRows(
  fileId: string,
  { number, content }: Pick<Chunk, "number" | "content">,
  dialect: CsvDialect,
): Promise<string[][]> {
  return parseChunk(await openChunk(fileId, number, content), dialect, { isFirst: number === 0 });
}

/** The first chunk starts with the column names. */
function parseChunk(
  bytes: Buffer,
  dialect: CsvDialect,
  { isFirst, parse = parseRows }: { isFirst: boolean; parse?: typeof parseRows },
): string[][] {
  const rows = parse(bytes.toString("utf8"), dialect);
  return isFirst ? rows.slice(1) : rows;
}
