import "server-only";
import { pool } from "@/lib/db/database";
import type { IndexedList, IndexState } from "@/lib/domain/cards/search-results";

type SyncRow = {
  name: string;
  known: string;
  total: string | null;
  is_filled: boolean;
  fresh_at: Date | null;
  verified_at: Date | null;
  missing: string;
  missing_since: Date | null;
};

/** How complete and how recent the index is. */
export async function readIndexState(): Promise<IndexState> {
  const db = await pool();
  const { rows } = await db.query<SyncRow>({
    name: "read-index-state",
    text: `select name, total, filled_at is not null as is_filled, fresh_at, verified_at, missing, missing_since,
            case name when 'cards' then (select coalesce(sum(cards), 0) from card_counts)
                      else (select coalesce(sum(transactions), 0) from transaction_days) end as known
     from index_feeds`,
  });
  return { cards: toList(rows, "cards"), transactions: toList(rows, "transactions") };
}

function toList(rows: readonly SyncRow[], name: string): IndexedList {
  const row = rows.find((candidate) => candidate.name === name);
  return {
    known: Number(row?.known ?? 0),
    total: row?.total == null ? null : Number(row.total),
    isFilled: row?.is_filled ?? false,
    asOf: row?.fresh_at?.toISOString() ?? null,
    verifiedAt: row?.verified_at?.toISOString() ?? null,
    missing: row?.missing_since
      ? { records: Number(row.missing), since: row.missing_since.toISOString() }
      : null,
  };
}
