import "server-only";
import { pool } from "@/lib/db/database";
import type { AuditRow } from "./entry";
import { type AuditFilter, readStoredPage, type StoredRow, toRow } from "./read";

/** An entry with what proves it: its text, its hash and the hash of the entry before. */
export type ChainedRow = AuditRow & { body: string; hash: string; previousHash: string };

const ROWS_PER_STEP = 1000;

/**
 * Every entry that matches, newest first, in steps, for an export that streams. Both entries of an action are in it,
 * so that an export without filters leaves no number out.
 */
export async function* walkAudit(
  filter: AuditFilter,
  rowsPerStep = ROWS_PER_STEP,
): AsyncGenerator<ChainedRow[]> {
  const { actorId, action, target, about, outcome } = filter;
  const isEverything = [actorId, action, target, about, outcome].every((value) => value === undefined);
  const begins = new Map<string, StoredRow>();
  let before: number | undefined;
  for (;;) {
    const place = { before, limit: rowsPerStep };
    const { rows, olderThan } = await readStoredPage(filter, place, { withBegins: isEverything });
    // No index holds the first entries, so those of a filtered step are found through the last ones.
    if (!isEverything) for (const begin of await findBegins(rows)) begins.set(begin.seq, begin);
    const due = [...begins.values()].filter(({ seq }) => Number(seq) > (olderThan ?? 0));
    for (const { seq } of due) begins.delete(seq);
    // A first entry that the filter names by itself is in both.
    const step = new Map([...rows, ...due].map((row) => [row.seq, row]));
    if (rows.length > 0) yield await chain([...step.values()].sort(newestFirst));
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

async function chain(rows: readonly StoredRow[]): Promise<ChainedRow[]> {
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
