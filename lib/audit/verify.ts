import "server-only";
import type pg from "pg";
import { chainHash } from "./append";

export type ChainState =
  | { isUnbroken: true; rows: number; newestHash: string }
  | { isUnbroken: false; rows: number; brokenAt: number; why: string };

export type ChainPoint = { seq: number; hash: string };

/** The chain's last row, the last verified row, and whether the latter is still in the chain. */
export type ChainEnds = { head: ChainPoint; checkpoint: ChainPoint; isCheckpointInChain: boolean };

export type WalkResult = { reached: ChainPoint; broken: Break | null };
export type Break = { at: number; why: string };

export const CHAIN_START: ChainPoint = { seq: 0, hash: "" };

const ROWS_PER_BATCH = 2000;

/** Verifies the whole chain and reports the first row that was tampered with. */
export async function verifyChain(db: pg.Pool | pg.ClientBase): Promise<ChainState> {
  // The ends are read first, so that rows appended or verified during the walk are not part of it.
  const ends = await readEnds(db);
  const { reached, broken } = await walkChain(db, CHAIN_START, ends.head.seq);
  const found = broken ?? (await checkEnd(db, reached, ends.head)) ?? checkCheckpoint(ends);
  if (!found) return { isUnbroken: true, rows: reached.seq, newestHash: reached.hash };
  return { isUnbroken: false, rows: reached.seq, brokenAt: found.at, why: found.why };
}

/** Reads both in one statement, because a checkpoint that advances between two reads would look like a truncated chain. */
export async function readEnds(db: pg.Pool | pg.ClientBase): Promise<ChainEnds> {
  const { rows } = await db.query<{
    head_seq: string | null;
    head_hash: string | null;
    seq: string | null;
    hash: string | null;
    is_same: boolean | null;
  }>(
    `select h.seq as head_seq, h.hash as head_hash, v.seq, v.hash, a.hash = v.hash as is_same
     from (select) one left join audit_head h on true left join audit_verification v on true
     left join audit a on a.seq = v.seq`,
  );
  const [row] = rows;
  return {
    head: { seq: Number(row?.head_seq ?? 0), hash: row?.head_hash ?? "" },
    checkpoint: { seq: Number(row?.seq ?? 0), hash: row?.hash ?? "" },
    isCheckpointInChain: row?.is_same === true,
  };
}

/** Checks every row after `from`, up to the row `end`. */
export async function walkChain(
  db: pg.Pool | pg.ClientBase,
  from: ChainPoint,
  end: number,
): Promise<WalkResult> {
  let reached = from;
  while (reached.seq < end) {
    const { rows } = await db.query<{ seq: string; body: string; hash: string }>(
      "select seq, body, hash from audit where seq > $1 and seq <= $2 order by seq limit $3",
      [reached.seq, end, ROWS_PER_BATCH],
    );
    if (rows.length === 0) return stoppedAt(reached, reached.seq + 1, "and all later entries are missing");
    for (const row of rows) {
      const seq = reached.seq + 1;
      if (Number(row.seq) !== seq) return stoppedAt(reached, seq, "is missing");
      const hash = chainHash(reached.hash, seq, row.body);
      if (hash !== row.hash) return stoppedAt(reached, seq, "was changed after it was written");
      reached = { seq, hash };
    }
  }
  return { reached, broken: null };
}

/** Checks that the chain ends exactly at its head. */
export async function checkEnd(
  db: pg.Pool | pg.ClientBase,
  last: ChainPoint,
  head: ChainPoint,
): Promise<Break | null> {
  if (last.hash !== head.hash) return breakAt(last.seq, "doesn’t match the recorded end of the chain");
  const { rows } = await db.query("select 1 from audit where seq > (select seq from audit_head) limit 1");
  return rows.length > 0 ? breakAt(last.seq + 1, "is beyond the end of the chain") : null;
}

/** Checks that the last verified row is unchanged, which detects a chain that was rewritten completely. */
export function checkCheckpoint({ head, checkpoint, isCheckpointInChain }: ChainEnds): Break | null {
  if (checkpoint.seq === 0) return null;
  if (head.seq < checkpoint.seq)
    return breakAt(head.seq + 1, "was verified earlier, but the chain now ends before it");
  return isCheckpointInChain ? null : breakAt(checkpoint.seq, "is not the entry that was verified earlier");
}

function breakAt(at: number, why: string): Break {
  return { at, why: `Entry ${at} ${why}.` };
}

function stoppedAt(reached: ChainPoint, at: number, why: string): WalkResult {
  return { reached, broken: breakAt(at, why) };
}
