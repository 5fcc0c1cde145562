import "server-only";
import { pipeline, Readable } from "node:stream";
import { parse } from "csv-parse";
import { parse as parseNow } from "csv-parse/sync";
import { canonicalJson } from "@/lib/domain/canonical-json";
import { chainHash } from "./append";
import { EXPORT_HEADER, exportLine } from "./export-row";
import { toRow } from "./read";

export type ExportState =
  | {
      isUnbroken: true;
      rows: number;
      first: number;
      last: number;
      /** Numbers between the first and the last that the file does not have, as after a filter. */
      left: number;
    }
  | { isUnbroken: false; why: string };

type ExportedRow = Record<string, string>;

/** Checks an exported log by itself: each row against its hash, and against the row beside it. */
export async function verifyExport(file: AsyncIterable<string> | Iterable<string>): Promise<ExportState> {
  const rows = parse({ columns: true, bom: true, relax_column_count: true });
  // What fails in between ends the rows as well: the loop throws it.
  pipeline(Readable.from(file), rows, () => undefined);
  let count = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  let beside: ExportedRow | null = null;
  for await (const row of rows as AsyncIterable<ExportedRow>) {
    const why = findFault(row) ?? (beside && findBreak(beside, row));
    if (why) return { isUnbroken: false, why };
    count += 1;
    first = Math.min(first, Number(row.entry));
    last = Math.max(last, Number(row.entry));
    beside = row;
  }
  if (count === 0) return { isUnbroken: false, why: "The file has no entries." };
  return { isUnbroken: true, rows: count, first, last, left: last - first + 1 - count };
}

function findFault(row: ExportedRow): string | null {
  const { entry = "", record = "", hash = "", previous_hash: previousHash = "" } = row;
  const body = readRecord(record);
  if (body === null || chainHash(previousHash, Number(entry), body) !== hash)
    return `Entry ${entry || "without a number"} does not match its hash.`;
  const expected = parseLine(exportLine({ ...toRow({ seq: entry, body }), body, hash, previousHash }));
  const edited = NAMES.find((name, index) => row[name] !== expected[index]);
  return edited ? `The column ${edited} of entry ${entry} does not match its record.` : null;
}

function findBreak(newer: ExportedRow, older: ExportedRow): string | null {
  const isNext = Number(newer.entry) === Number(older.entry) + 1;
  return isNext && newer.previous_hash !== older.hash
    ? `Entry ${newer.entry} does not follow entry ${older.entry}.`
    : null;
}

/** The record as it was hashed; null where it is none. */
function readRecord(record: string): string | null {
  try {
    return canonicalJson(JSON.parse(record));
  } catch {
    return null;
  }
}

function parseLine(line: string): string[] {
  return parseNow(line)[0] ?? [];
}

const NAMES = parseLine(EXPORT_HEADER);
