import "server-only";
import type pg from "pg";
import { chainHash } from "./append";

export type ChainState =
  | { isUnbroken: true; rows: number }
  | { isUnbroken: false; rows: number; brokenAt: number; why: string };

const ROWS_PER_STEP = 2000;

/** Walks the whole chain and names the first row that is not what was written. */
export async function verifyChain(db: pg.Pool): Promise<ChainState> {
  // The head first: what is appended while we walk lies beyond it.
  const { rows: heads } = await db.query<{ seq: string; hash: string }>("select seq, hash from audit_head");
  const head = { seq: Number(heads[0]?.seq ?? 0), hash: heads[0]?.hash ?? "" };
  let seq = 0;
  let hash = "";
  while (seq < head.seq) {
    const { rows } = await db.query<{ seq: string; body: string; hash: string }>(
      "select seq, body, hash from audit where seq > $1 and seq <= $2 order by seq limit $3",
      [seq, head.seq, ROWS_PER_STEP],
    );
    if (rows.length === 0) return broken(seq, seq + 1, "is missing, and so is everything after it");
    for (const row of rows) {
      if (Number(row.seq) !== seq + 1) return broken(seq, seq + 1, "is missing");
      seq += 1;
      hash = chainHash(hash, seq, row.body);
      if (hash !== row.hash) return broken(seq - 1, seq, "was changed after it was written");
    }
  }
  if (hash !== head.hash) return broken(seq, seq, "is not the row that the chain ended with");
  const { rows: beyond } = await db.query(
    "select 1 from audit where seq > (select seq from audit_head) limit 1",
  );
  if (beyond.length > 0) return broken(seq, seq + 1, "stands beyond the end of the chain");
  return { isUnbroken: true, rows: seq };
}

function broken(rows: number, brokenAt: number, why: string): ChainState {
  return { isUnbroken: false, rows, brokenAt, why: `Row ${brokenAt} ${why}.` };
}
