import "server-only";
import { pool } from "@/lib/db/database";
import type { IndexedList, IndexState } from "@/lib/domain/cards/search-results";

type SyncRow = {
  name: string;
  known: string;
  total: string | null;
  is_filled: boolean;
  settled_difference: string | null;
  unread_walk: number | null;
  fresh_at: Date | null;
  verified_at: Date | null;
  missing: string;
  missing_since: Date | null;
};

/**
 * How complete and how recent the index is.
 * @param cardTotal what the issuer counts right now, if that was asked
 */
export async function readIndexState(cardTotal: number | null = null): Promise<IndexState> {
  const db = await pool();
  const { rows } = await db.query<SyncRow>({
    name: "read-index-state",
    text: `select name, total, filled_at is not null as is_filled, settled_difference, unread_walk, fresh_at, verified_at, missing, missing_since,
            case name when 'cards' then (select coalesce(sum(cards), 0) from card_counts)
                      else (select coalesce(sum(transactions), 0) from transaction_days) end as known
     from index_feeds`,
  });
  return { cards: toList(rows, "cards", cardTotal), transactions: toList(rows, "transactions", null) };
}

function toList(rows: readonly SyncRow[], name: string, totalNow: number | null): IndexedList {
  const row = rows.find((candidate) => candidate.name === name);
  const known = Number(row?.known ?? 0);
  const total = totalNow ?? (row?.total == null ? null : Number(row.total));
  const isFilled = row?.is_filled ?? false;
  // Reading the whole list has found no more than this: the issuer counts wrongly.
  const unlisted = Math.max(0, -Number(row?.settled_difference ?? 0));
  return {
    known,
    total,
    isFilled,
    isComplete: isFilled && row?.unread_walk == null && (total === null || known + unlisted >= total),
    asOf: row?.fresh_at?.toISOString() ?? null,
    verifiedAt: row?.verified_at?.toISOString() ?? null,
    missing: row?.missing_since
      ? { records: Number(row.missing), since: row.missing_since.toISOString() }
      : null,
  };
}
