import "server-only";
import { CsvError } from "csv-parse";
import type pg from "pg";
import { parseOwnRows, readOwnRows } from "@/lib/csv/read-csv";
import { canonicalJson } from "@/lib/domain/text/canonical-json";
import { chainHash } from "./append";
import type { AuditRow } from "./entry";
import { EXPORT_HEADER, exportLine } from "./export-row";
import { toRow } from "./read";
import type { ChainPoint } from "./verify";

export type ExportState = ConsistentExport | { isConsistent: false; why: string };
export type ConsistentExport = {
  isConsistent: true;
  rows: number;
  newest: ChainPoint;
  oldest: ChainPoint;
  /** The number of entries between the newest and the oldest that the file doesn't contain, as in a filtered export. */
  omitted: number;
};

type TextFile = AsyncIterable<string> | Iterable<string>;

/** Thrown for content that no export could have written. */
class InvalidExportError extends Error {}

const ROWS_PER_BATCH = 1000;

/**
 * Checks an exported log: its format, each row against its hash and record, and each row against its neighbor. Anyone
 * can compute these hashes, so only a comparison with `log` proves that the rows come from it.
 */
export async function verifyExport(file: TextFile, log?: pg.Pool): Promise<ExportState> {
  let rows = 0;
  let newest: ChainPoint | undefined;
  let oldest: ChainPoint | undefined;
  try {
    for await (const points of readPoints(file)) {
      if (log) await requireInLog(log, points);
      rows += points.length;
      newest ??= points[0];
      oldest = points.at(-1);
    }
  } catch (error) {
    if (error instanceof InvalidExportError) return { isConsistent: false, why: error.message };
    throw error;
  }
  if (!newest || !oldest) return { isConsistent: false, why: "The file has no entries." };
  return { isConsistent: true, rows, newest, oldest, omitted: newest.seq - oldest.seq + 1 - rows };
}

/** Reads the entries of a file in batches; each is checked on its own and against the one above it. */
async function* readPoints(file: TextFile): AsyncGenerator<ChainPoint[]> {
  let points: ChainPoint[] = [];
  let newer: ExportedRow | null = null;
  for await (const cells of readCells(file)) {
    const row = readRow(cells);
    if (newer) requireOrder(newer, row);
    newer = row;
    points.push({ seq: row.seq, hash: row.hash });
    if (points.length < ROWS_PER_BATCH) continue;
    yield points;
    points = [];
  }
  if (points.length > 0) yield points;
}

async function* readCells(file: TextFile): AsyncGenerator<string[]> {
  let hasHeader = false;
  try {
    for await (const cells of readOwnRows(file)) {
      if (hasHeader) yield cells;
      else requireHeader(cells);
      hasHeader = true;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new InvalidExportError("The file is not readable as CSV.");
    throw error;
  }
  if (!hasHeader) requireHeader([]);
}

function requireHeader(cells: readonly string[]): void {
  const isHeader =
    cells.length === COLUMN_NAMES.length && COLUMN_NAMES.every((name, index) => cells[index] === name);
  if (!isHeader) throw new InvalidExportError("The first line is not the header of an export.");
}

type ExportedRow = { seq: number; hash: string; previousHash: string };

function readRow(cells: readonly string[]): ExportedRow {
  const { entry = "", record = "", hash = "", previous_hash: previousHash = "" } = namedCells(cells);
  if (cells.length !== COLUMN_NAMES.length)
    throw new InvalidExportError(
      `Entry ${entry} has ${cells.length} cells instead of ${COLUMN_NAMES.length}.`,
    );
  const seq = Number(entry);
  const body = readRecord(record);
  if (body === null || chainHash(previousHash, seq, body) !== hash)
    throw new InvalidExportError(`Entry ${entry || "without a number"} does not match its hash.`);
  if (!(seq === 1 ? previousHash === "" : HASH.test(previousHash)))
    throw new InvalidExportError(`Entry ${entry} has no valid previous hash.`);
  const expected = parseLine(exportLine({ ...readEntry(entry, body), body, hash, previousHash }));
  const changed = COLUMN_NAMES.find((_, index) => cells[index] !== expected[index]);
  if (changed)
    throw new InvalidExportError(`The column ${changed} of entry ${entry} does not match its record.`);
  return { seq, hash, previousHash };
}

function namedCells(cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(COLUMN_NAMES.map((name, index) => [name, cells[index] ?? ""]));
}

/** Requires descending numbers, and matching hashes for consecutive entries. */
function requireOrder(newer: ExportedRow, older: ExportedRow): void {
  if (older.seq >= newer.seq)
    throw new InvalidExportError(
      `Entry ${older.seq} comes after entry ${newer.seq}: an export lists each entry once, newest first.`,
    );
  if (older.seq === newer.seq - 1 && newer.previousHash !== older.hash)
    throw new InvalidExportError(`Entry ${newer.seq} does not follow entry ${older.seq}.`);
}

async function requireInLog(log: pg.Pool, points: readonly ChainPoint[]): Promise<void> {
  const { rows } = await log.query<{ seq: string; hash: string }>(
    "select seq, hash from audit where seq = any($1)",
    [points.map(({ seq }) => seq)],
  );
  const hashes = new Map(rows.map(({ seq, hash }) => [Number(seq), hash]));
  const mismatch = points.find(({ seq, hash }) => hashes.get(seq) !== hash);
  if (mismatch) throw new InvalidExportError(`Entry ${mismatch.seq} doesn't match the audit log.`);
}

/** Returns the hashed text of the record; null if it is not valid JSON. */
function readRecord(record: string): string | null {
  try {
    return canonicalJson(JSON.parse(record));
  } catch {
    return null;
  }
}

function readEntry(entry: string, body: string): AuditRow {
  try {
    return toRow({ seq: entry, body });
  } catch {
    throw new InvalidExportError(`The record of entry ${entry} isn't a valid audit record.`);
  }
}

function parseLine(line: string): string[] {
  return parseOwnRows(line)[0] ?? [];
}

const HASH = /^[0-9a-f]{64}$/;
const COLUMN_NAMES = parseLine(EXPORT_HEADER);
