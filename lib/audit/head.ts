import "server-only";
import type pg from "pg";
import { formatCount } from "@/lib/domain/money/numbers";
import type { ChainPoint } from "./verify";

const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/;

/** `1234:9f86d0…`, short enough to keep somewhere else. */
export function formatHead({ seq, hash }: ChainPoint): string {
  return `${seq}:${hash}`;
}

/** Returns null if the text is no head. */
export function parseHead(text: string): ChainPoint | null {
  const [, seq, hash] = HEAD.exec(text.trim().toLowerCase()) ?? [];
  return seq && hash ? { seq: Number(seq), hash } : null;
}

/** Why a head that was noted earlier is not part of the chain; null if it is. */
export async function findRewrite(db: pg.Pool | pg.ClientBase, noted: ChainPoint): Promise<string | null> {
  const { rows } = await db.query<{ hash: string }>("select hash from audit where seq = $1", [noted.seq]);
  const entry = `Entry ${formatCount(noted.seq)}`;
  if (!rows[0]) return `${entry}, which was the head then, no longer exists.`;
  return rows[0].hash === noted.hash ? null : `${entry} has another hash than it had then.`;
}
