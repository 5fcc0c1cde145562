import "server-only";
import { pool } from "@/lib/db/database";
import {
  type Dismissed,
  type GroupDismissibleKind,
  LOOKBACK_DAYS,
  MAX_COUNTED,
  parseAttentionKey,
} from "@/lib/domain/attention";
import { CARD, type CardColumns, FINGERPRINT, NOT_DISMISSED, toCard, WAITING } from "./waiting";

const DISMISSED_SHOWN = 20;

/** Who dismissed what lately, and why. What was dismissed together is one. */
export async function listDismissed(): Promise<Dismissed[]> {
  const { rows } = await (await pool()).query<
    { key: string; count: string; reason: string; person: string; created_at: Date } & CardColumns
  >(
    `select d.*, p.name as person, ${CARD}
     from (
       select min(key) as key, count(*) as count, reason, person_id, created_at from dismissals
       where created_at > now() - interval '${LOOKBACK_DAYS} days'
       group by split_part(key, ':', 1), reason, person_id, created_at
       order by created_at desc, min(key) limit ${DISMISSED_SHOWN}
     ) d
     join people p on p.id = d.person_id
     left join indexed_cards c on c.id = split_part(d.key, ':', 2)
     order by d.created_at desc, d.key`,
  );
  return rows.flatMap(({ key, count, reason, person, created_at, ...columns }) => {
    const parsed = parseAttentionKey(key);
    const card = toCard(columns);
    return parsed
      ? [{ key, ...parsed, count: Number(count), card, reason, person, at: created_at.toISOString() }]
      : [];
  });
}

type Dismissal = { reason: string; personId: string };

/**
 * Dismisses one item that waits, and says how many that were: none where somebody has dismissed it before. Null where
 * no such item waits, so that none is silenced before it is raised.
 */
export async function dismissOne(key: string, { reason, personId }: Dismissal): Promise<number | null> {
  const kind = parseAttentionKey(key)?.kind;
  if (!kind) return null;
  const db = await pool();
  const { rowCount } = await db.query(
    `insert into dismissals (key, reason, person_id)
     select key, $2, $3 from (${WAITING[kind]}) waiting where key = $1
     on conflict (key) do nothing`,
    [key, reason, personId],
  );
  if (rowCount) return rowCount;
  const { rows } = await db.query("select from dismissals where key = $1", [key]);
  return rows.length > 0 ? 0 : null;
}

/**
 * Dismisses all that waits of one kind. Null where the list is another than the person saw: they meant those items and
 * no others. Beyond `MAX_COUNTED` nobody was told a number, and the newest stand for all.
 */
export async function dismissAll(
  kind: GroupDismissibleKind,
  { fingerprint, reason, personId }: Dismissal & { fingerprint: string },
): Promise<number | null> {
  const { rowCount } = await (await pool()).query(
    `with found as materialized (select key from (${WAITING[kind]}) waiting where ${NOT_DISMISSED}),
          counted as (select key from found limit ${MAX_COUNTED + 1})
     insert into dismissals (key, reason, person_id)
     select key, $1, $2 from found where (select ${FINGERPRINT} from counted) = $3
     on conflict (key) do nothing`,
    [reason, personId, fingerprint],
  );
  if (rowCount) return rowCount;
  return (await countWaiting(kind)) > 0 ? null : 0;
}

/** Takes back a dismissal, with all that were dismissed together with it. */
export async function restoreDismissed(key: string): Promise<void> {
  await (await pool()).query(
    `delete from dismissals d using dismissals named
     where named.key = $1 and d.person_id = named.person_id and d.created_at = named.created_at
       and d.reason = named.reason and split_part(d.key, ':', 1) = split_part(named.key, ':', 1)`,
    [key],
  );
}

async function countWaiting(kind: GroupDismissibleKind): Promise<number> {
  const { rows } = await (await pool()).query<{ count: string }>(
    `select count(*) from (${WAITING[kind]}) waiting where ${NOT_DISMISSED}`,
  );
  return Number(rows[0]?.count ?? 0);
}
