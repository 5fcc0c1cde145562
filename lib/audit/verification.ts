import "server-only";
import type pg from "pg";
import type { ChainVerification } from "@/lib/domain/people/audit-log";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { appendAudit } from "./append";
import {
  type Break,
  CHAIN_START,
  type ChainPoint,
  checkCheckpoint,
  checkEnd,
  readEnds,
  walkChain,
} from "./verify";

export const ROWS_PER_ROUND = 20_000;
const FULL_PASS_INTERVAL_HOURS = 24;

type Row = {
  seq: string;
  hash: string;
  checked_at: Date | null;
  whole_seq: string | null;
  whole_hash: string | null;
  whole_at: Date | null;
  is_whole_due: boolean;
  broken_at: string | null;
  why: string | null;
  head: string;
  /** Changes with every update of the row. */
  version: string;
};

export async function readVerification(db: pg.Pool): Promise<ChainVerification> {
  const row = await readRow(db);
  return {
    rows: Number(row.seq),
    newerRows: Math.max(0, Number(row.head) - Number(row.seq)),
    checkedAt: row.checked_at?.toISOString() ?? null,
    fullyCheckedAt: row.whole_at?.toISOString() ?? null,
    isFullCheckRunning: row.whole_seq !== null,
    why: row.why,
  };
}

/** Makes the next rounds verify every row again. */
export async function restartVerification(db: pg.Pool | pg.ClientBase): Promise<void> {
  await db.query("update audit_verification set whole_seq = 0, whole_hash = ''");
}

/**
 * Verifies a limited number of rows: those after the checkpoint, then a part of the full pass that detects changes
 * before it. Returns true if there is more to do immediately. Rounds of several instances may overlap: the result is
 * stored only if no other round has written in the meantime; otherwise the round is repeated.
 */
export async function verifyRound(db: pg.Pool, rowsPerRound = ROWS_PER_ROUND): Promise<boolean> {
  const row = await readRow(db);
  const ends = await readEnds(db);
  const { head, checkpoint } = ends;
  const checkpointBreak = checkCheckpoint(ends);
  if (checkpointBreak) return recordBreak(db, row, checkpoint, checkpointBreak);

  const end = Math.min(head.seq, checkpoint.seq + rowsPerRound);
  const { reached, broken } = await walkChain(db, checkpoint, end);
  const isCaughtUp = end === head.seq;
  const found = broken ?? (isCaughtUp ? await checkEnd(db, reached, head) : null);
  if (found) return recordBreak(db, row, broken ? reached : checkpoint, found);
  const { rows } = await db.query<Pick<Row, "version">>(
    `update audit_verification set seq = $1, hash = $2, checked_at = now(), broken_at = null, why = null
     where xmin::text = $3 returning xmin::text as version`,
    [reached.seq, reached.hash, row.version],
  );
  const [written] = rows;
  return isCaughtUp && written
    ? continueFullPass(db, { ...row, broken_at: null, ...written }, reached, rowsPerRound)
    : true;
}

async function continueFullPass(
  db: pg.Pool,
  row: Row,
  checkpoint: ChainPoint,
  rowsPerRound: number,
): Promise<boolean> {
  const progress = row.whole_seq === null ? null : { seq: Number(row.whole_seq), hash: row.whole_hash ?? "" };
  if (!progress && !row.is_whole_due) return false;
  const from = progress && progress.seq <= checkpoint.seq ? progress : CHAIN_START;
  const end = Math.min(checkpoint.seq, from.seq + rowsPerRound);
  const { reached, broken } = await walkChain(db, from, end);
  if (broken) return recordBreak(db, row, reached, broken);
  const isDone = end === checkpoint.seq;
  if (isDone && reached.hash !== checkpoint.hash) {
    const why = `Entry ${end} is not the entry that was verified earlier.`;
    return recordBreak(db, row, checkpoint, { at: end, why });
  }
  const { rowCount } = await db.query(
    `update audit_verification
     set whole_seq = $1, whole_hash = $2, whole_at = case when $3 then now() else whole_at end
     where xmin::text = $4`,
    [isDone ? null : reached.seq, isDone ? null : reached.hash, isDone, row.version],
  );
  return !isDone || rowCount === 0;
}

/** Moves the checkpoint to before the break, so that every later round finds the break until it is repaired. */
async function recordBreak(
  db: pg.Pool,
  row: Row,
  checkpoint: ChainPoint,
  { at, why }: Break,
): Promise<boolean> {
  return inTransaction(db, async (client) => {
    const { rowCount } = await client.query(
      `update audit_verification set seq = $1, hash = $2, checked_at = now(),
              broken_at = coalesce(broken_at, $3), why = coalesce(why, $4), whole_seq = null, whole_hash = null
       where xmin::text = $5`,
      [checkpoint.seq, checkpoint.hash, at, why, row.version],
    );
    if (rowCount === 0) {
      // The checkpoint may be past the break by now, so only a full pass is certain to find it again.
      await restartVerification(client);
      return true;
    }
    if (row.broken_at !== null) return false;
    log().error({ row: at }, "The audit chain is broken");
    await appendAudit(client, { phase: "event", action: "audit.broken", outcome: "failed", message: why });
    return false;
  });
}

async function readRow(db: pg.Pool): Promise<Row> {
  const { rows } = await db.query<Row>(
    `select v.*, v.xmin::text as version, h.seq as head,
            coalesce(whole_at < now() - interval '${FULL_PASS_INTERVAL_HOURS} hours', true) as is_whole_due
     from audit_verification v, audit_head h`,
  );
  const [row] = rows;
  if (!row) throw new Error("The audit log's verification has no row");
  return row;
}
