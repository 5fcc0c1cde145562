import "server-only";
import { pool } from "@/lib/db/database";
import type { ReportRows } from "@/lib/domain/report";
import { openChunk } from "./chunk-content";
import { delimiterOf, parseRows } from "./parse-rows";
import { rowMatcher } from "./row-matcher";
import { type RowOrder, rowOrder } from "./row-order";

type Chunk = { number: number; first_row: string; rows: number; content: Buffer };

/** A captured file, byte by byte as it is kept, one piece in memory at a time. */
export async function* readChunks(fileId: string): AsyncGenerator<Buffer> {
  const db = await pool();
  for (let number = 0; ; number += 1) {
    const { rows } = await db.query<Pick<Chunk, "content">>(
      "select content from report_chunks where file_id = $1 and number = $2",
      [fileId, number],
    );
    const [chunk] = rows;
    if (!chunk) return;
    yield await openChunk(fileId, number, chunk.content);
  }
}

export type RowsAsked = {
  offset: number;
  limit: number;
  search: string;
  /** That the person who searches sees the times in. */
  timeZone: string;
  sort: { column: number; direction: "asc" | "desc" } | null;
};

/** Some rows of a file, in its own order or another. */
export async function readRows(
  fileId: string,
  { offset, limit, search, timeZone, sort }: RowsAsked,
): Promise<ReportRows> {
  if (search === "" && sort === null) return readInOrder(fileId, offset, limit);
  const order = await rowOrder(`${fileId}\n${JSON.stringify(sort)}\n${timeZone}\n${search}`, () =>
    makeOrder(fileId, rowMatcher(search, timeZone), sort),
  );
  const wanted = [...order.subarray(offset, offset + limit)];
  const found = await pickRows(fileId, wanted);
  return { rows: wanted.map((row) => found.get(row) ?? []), firstRow: offset, total: order.length };
}

async function readInOrder(fileId: string, offset: number, limit: number): Promise<ReportRows> {
  const db = await pool();
  const counted = await db.query<{ rows: string }>("select rows from report_files where id = $1", [fileId]);
  const { rows: chunks } = await db.query<Chunk>(
    `select number, first_row, rows, content from report_chunks
     where file_id = $1 and first_row < $3 and first_row + rows > $2 order by number`,
    [fileId, offset, offset + limit],
  );
  const delimiter = await delimiterFor(fileId);
  const rows: string[][] = [];
  for (const chunk of chunks) {
    const first = Number(chunk.first_row);
    const parsed = await rowsOf(fileId, chunk, delimiter);
    rows.push(...parsed.slice(Math.max(0, offset - first), Math.max(0, offset + limit - first)));
  }
  return { rows, firstRow: offset, total: Number(counted.rows[0]?.rows ?? 0) };
}

async function pickRows(fileId: string, wanted: readonly number[]): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  if (wanted.length === 0) return found;
  const db = await pool();
  const { rows: chunks } = await db.query<{ number: number; first_row: string; rows: number }>(
    `select distinct c.number, c.first_row, c.rows from report_chunks c
     join unnest($2::bigint[]) as asked (row) on asked.row >= c.first_row and asked.row < c.first_row + c.rows
     where c.file_id = $1 order by c.number`,
    [fileId, wanted],
  );
  const delimiter = await delimiterFor(fileId);
  for (const { number, first_row, rows } of chunks) {
    const { rows: content } = await db.query<Chunk>(
      "select number, content from report_chunks where file_id = $1 and number = $2",
      [fileId, number],
    );
    const first = Number(first_row);
    const parsed = content[0] ? await rowsOf(fileId, content[0], delimiter) : [];
    for (const row of wanted)
      if (row >= first && row < first + rows) found.set(row, parsed[row - first] ?? []);
  }
  return found;
}

/** Walks the whole file once, and keeps of each row that matches its place and what it is sorted by. */
async function makeOrder(
  fileId: string,
  isMatch: (cells: readonly string[]) => boolean,
  sort: RowsAsked["sort"],
): Promise<RowOrder> {
  const delimiter = await delimiterFor(fileId);
  const places: number[] = [];
  const keys: string[] = [];
  let row = 0;
  let number = 0;
  for await (const bytes of readChunks(fileId)) {
    for (const cells of parsePiece(bytes, delimiter, number === 0)) {
      if (isMatch(cells)) {
        places.push(row);
        if (sort) keys.push(cells[sort.column] ?? "");
      }
      row += 1;
    }
    number += 1;
  }
  if (!sort) return Uint32Array.from(places);
  const compare = comparison(keys);
  const sign = sort.direction === "asc" ? 1 : -1;
  const order = places.map((_, index) => index).sort((a, b) => sign * compare(a, b) || a - b);
  return Uint32Array.from(order, (index) => places[index] ?? 0);
}

/** By number where every cell is one, else as text. */
function comparison(keys: string[]): (a: number, b: number) => number {
  const isNumeric = keys.every((key) => key === "" || /^[+-]?\d+(\.\d+)?$/.test(key));
  if (!isNumeric)
    return (a, b) => ((keys[a] ?? "") < (keys[b] ?? "") ? -1 : (keys[a] ?? "") > (keys[b] ?? "") ? 1 : 0);
  const numbers = keys.map((key) => (key === "" ? Number.NEGATIVE_INFINITY : Number(key)));
  return (a, b) => {
    const [left = 0, right = 0] = [numbers[a], numbers[b]];
    return left === right ? 0 : left - right;
  };
}

async function delimiterFor(fileId: string): Promise<string> {
  const { rows } = await (await pool()).query<{ columns: string[]; content: Buffer | null }>(
    "select content from report_chunks where file_id = $1 and number = 0",
    [fileId],
  );
  return rows[0]?.content ? delimiterOf((await openChunk(fileId, 0, rows[0].content)).toString("utf8")) : ",";
}

async function rowsOf(
  fileId: string,
  { number, content }: Pick<Chunk, "number" | "content">,
  delimiter: string,
): Promise<string[][]> {
  return parsePiece(await openChunk(fileId, number, content), delimiter, number === 0);
}

/** The first piece begins with the names of the columns. */
function parsePiece(bytes: Buffer, delimiter: string, isFirst: boolean): string[][] {
  const rows = parseRows(bytes.toString("utf8"), delimiter);
  return isFirst ? rows.slice(1) : rows;
}
