import "server-only";
import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { parse as parseNow } from "csv-parse/sync";
import type pg from "pg";
import { canonicalJson } from "@/lib/domain/canonical-json";
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
  /** Entries between the newest and the oldest that the file does not have, as after a filter. */
  left: number;
};

type TextFile = AsyncIterable<string> | Iterable<string>;

/** What stands in a file that no export wrote. */
class ForgedExport extends Error {}

const ROWS_PER_STEP = 1000;

/**
 * Checks an exported log: its form, each row against its hash and its record, and each row against its neighbor.
 * Anyone can compute these hashes, so only the log itself, when it is given, shows that the rows are its own.
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
    if (error instanceof ForgedExport) return { isConsistent: false, why: error.message };
    throw error;
  }
  if (!newest || !oldest) return { isConsistent: false, why: "The file has no entries." };
  return { isConsistent: true, rows, newest, oldest, left: newest.seq - oldest.seq + 1 - rows };
}

/** The entries of a file in steps, each checked by itself and against the one above it. */
async function* readPoints(file: TextFile): AsyncGenerator<ChainPoint[]> {
  let points: ChainPoint[] = [];
  let newer: ExportedRow | null = null;
  for await (const cells of readCells(file)) {
    const row = readRow(cells);
    if (newer) requireNext(newer, row);
    newer = row;
    points.push({ seq: row.seq, hash: row.hash });
    if (points.length < ROWS_PER_STEP) continue;
    yield points;
    points = [];
  }
  if (points.length > 0) yield points;
}

async function* readCells(file: TextFile): AsyncGenerator<string[]> {
  // Cells are counted below, where the entry can be named.
  const lines = parse({ bom: true, relax_column_count: true });
  // What fails in between ends the lines as well: the loop throws it.
  pipeline(Readable.from(file), lines, () => undefined);
  let hasHeader = false;
  try {
    for await (const cells of lines as AsyncIterable<string[]>) {
      if (hasHeader) yield cells;
      else requireHeader(cells);
      hasHeader = true;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new ForgedExport("The file is not readable as CSV.");
    throw error;
  }
  if (!hasHeader) requireHeader([]);
}

function requireHeader(cells: readonly string[]): void {
  const isHeader = cells.length === NAMES.length && NAMES.every((name, index) => cells[index] === name);
  if (!isHeader) throw new ForgedExport("The first line is not the header of an export.");
}

type ExportedRow = { seq: number; hash: string; previousHash: string };

/** The row that these cells are, or what is wrong with them. */
function readRow(cells: readonly string[]): ExportedRow {
  const { entry = "", record = "", hash = "", previous_hash: previousHash = "" } = namedCells(cells);
  if (cells.length !== NAMES.length)
    throw new ForgedExport(`Entry ${entry} has ${cells.length} cells instead of ${NAMES.length}.`);
  const seq = Number(entry);
  const body = readRecord(record);
  if (body === null || chainHash(previousHash, seq, body) !== hash)
    throw new ForgedExport(`Entry ${entry || "without a number"} does not match its hash.`);
  if (!(seq === 1 ? previousHash === "" : HASH.test(previousHash)))
    throw new ForgedExport(`Entry ${entry} does not have the hash of an entry before it.`);
  const expected = parseLine(exportLine({ ...readEntry(entry, body), body, hash, previousHash }));
  const edited = NAMES.find((_, index) => cells[index] !== expected[index]);
  if (edited) throw new ForgedExport(`The column ${edited} of entry ${entry} does not match its record.`);
  return { seq, hash, previousHash };
}

function namedCells(cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(NAMES.map((name, index) => [name, cells[index] ?? ""]));
}

/** Whether the older row may stand below the newer one: further down the chain, and its neighbor where nothing is left out. */
function requireNext(newer: ExportedRow, older: ExportedRow): void {
  if (older.seq >= newer.seq)
    throw new ForgedExport(
      `Entry ${older.seq} comes after entry ${newer.seq}: an export lists each entry once, newest first.`,
    );
  if (older.seq === newer.seq - 1 && newer.previousHash !== older.hash)
    throw new ForgedExport(`Entry ${newer.seq} does not follow entry ${older.seq}.`);
}

async function requireInLog(log: pg.Pool, points: readonly ChainPoint[]): Promise<void> {
  const { rows } = await log.query<{ seq: string; hash: string }>(
    "select seq, hash from audit where seq = any($1)",
    [points.map(({ seq }) => seq)],
  );
  const hashes = new Map(rows.map(({ seq, hash }) => [Number(seq), hash]));
  const foreign = points.find(({ seq, hash }) => hashes.get(seq) !== hash);
  if (foreign) throw new ForgedExport(`Entry ${foreign.seq} is not the entry that the audit log has.`);
}

/** The record as it was hashed; null where it is none. */
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
    throw new ForgedExport(`The record of entry ${entry} is not one of an audit log.`);
  }
}

function parseLine(line: string): string[] {
  return parseNow(line)[0] ?? [];
}

const HASH = /^[0-9a-f]{64}$/;
const NAMES = parseLine(EXPORT_HEADER);
