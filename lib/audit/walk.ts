import "server-only";
import { pool } from "@/lib/db/database";
import type { AuditRow } from "./entry";
import { type AuditFilter, readStoredPage, type StoredRow, toRow } from "./read";

/** An entry with its hashed text, its hash and the previous entry's hash. */
export type ChainedRow = AuditRow & { body: string; hash: string; previousHash: string };

const ROWS_PER_BATCH = 1000;

/**
 * Yields every matching entry in batches, newest first, for a streamed export. Both entries of an action are included,
 * so that the numbers of an unfiltered export have no gaps.
 */
export async function* walkAudit(
  filter: AuditFilter,
  rowsPerBatch = ROWS_PER_BATCH,
): AsyncGenerator<ChainedRow[]> {
  const { actorId, action, target, about, outcome } = filter;
  const isUnfiltered = [actorId, action, target, about, outcome].every((value) => value === undefined);
  const begins = new Map<string, StoredRow>();
  let before: number | undefined;
  for (;;) {
    const cursor = { before, limit: rowsPerBatch };
    const { rows, olderThan } = await readStoredPage(filter, cursor, { includeBegins: isUnfiltered });
    // The indexes don't contain entries with the phase "begin", so a filtered batch finds them through their operations.
    if (!isUnfiltered) for (const begin of await findBegins(rows)) begins.set(begin.seq, begin);
    const due = [...begins.values()].filter(({ seq }) => Number(seq) > (olderThan ?? 0));
    for (const { seq } of due) begins.delete(seq);
    // A "begin" entry that the filter itself matches is in both lists.
    const batch = new Map([...rows, ...due].map((row) => [row.seq, row]));
    if (rows.length > 0) yield await withPreviousHashes([...batch.values()].sort(newestFirst));
    if (olderThan === null) return;
    before = olderThan;
  }
}

function newestFirst(left: StoredRow, right: StoredRow): number {
  return Number(right.seq) - Number(left.seq);
}

async function findBegins(rows: readonly StoredRow[]): Promise<StoredRow[]> {
  const found = await (await pool()).query<StoredRow>(
    `select seq, body, hash from audit
     where phase = 'begin' and operation_id in (select operation_id from audit where seq = any($1))`,
    [rows.map(({ seq }) => seq)],
  );
  return found.rows;
}

async function withPreviousHashes(rows: readonly StoredRow[]): Promise<ChainedRow[]> {
  const { rows: before } = await (await pool()).query<{ seq: string; hash: string }>(
    "select seq + 1 as seq, hash from audit where seq = any($1)",
    [rows.map(({ seq }) => Number(seq) - 1)],
  );
  const previous = new Map(before.map(({ seq, hash }) => [seq, hash]));
  return rows.map((row) => ({
    ...toRow(row),
    body: row.body,
    hash: row.hash,
    previousHash: previous.get(row.seq) ?? "",
  }));
}
