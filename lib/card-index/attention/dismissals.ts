import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import {
  type Dismissed,
  type GroupDismissibleKind,
  LOOKBACK_DAYS,
  MAX_COUNTED,
  parseAttentionKey,
} from "@/lib/domain/cards/attention-items";
import {
  ATTENTION_CARD_COLUMNS,
  ATTENTION_SQL,
  type AttentionCardColumns,
  FINGERPRINT,
  NOT_DISMISSED,
  toAttentionCard,
} from "./attention-sql";

const MAX_DISMISSED_SHOWN = 20;

/** Items that were dismissed together are one entry. */
export async function listDismissed(): Promise<Dismissed[]> {
  const { rows } = await (await pool()).query<
    { key: string; count: string; reason: string; person: string; created_at: Date } & AttentionCardColumns
  >(
    `select d.*, p.name as person, ${ATTENTION_CARD_COLUMNS}
     from (
       select min(key) as key, count(*) as count, reason, person_id, created_at from dismissals
       where created_at > now() - interval '${LOOKBACK_DAYS} days'
       group by split_part(key, ':', 1), reason, person_id, created_at
       order by created_at desc, min(key) limit ${MAX_DISMISSED_SHOWN}
     ) d
     join people p on p.id = d.person_id
     left join indexed_cards c on c.id = split_part(d.key, ':', 2)
     order by d.created_at desc, d.key`,
  );
  return rows.flatMap(({ key, count, reason, person, created_at, ...columns }) => {
    const parsed = parseAttentionKey(key);
    const card = toAttentionCard(columns);
    return parsed
      ? [{ key, ...parsed, count: Number(count), card, reason, person, at: created_at.toISOString() }]
      : [];
  });
}

type Dismissal = { reason: string; personId: string };

/**
 * Returns 0 if the item was already dismissed, and null if there is no such item, so that an item can't be dismissed
 * before it appears.
 */
export async function dismissOne(
  client: pg.ClientBase,
  key: string,
  { reason, personId }: Dismissal,
): Promise<number | null> {
  const kind = parseAttentionKey(key)?.kind;
  if (!kind) return null;
  const { rowCount } = await client.query(
    `insert into dismissals (key, reason, person_id)
     select key, $2, $3 from (${ATTENTION_SQL[kind]}) items where key = $1
     on conflict (key) do nothing`,
    [key, reason, personId],
  );
  if (rowCount) return rowCount;
  const { rows } = await client.query("select from dismissals where key = $1", [key]);
  return rows.length > 0 ? 0 : null;
}

/**
 * Returns null if the list has changed since the person saw it, by its fingerprint. The fingerprint of a longer list
 * covers only the newest `MAX_COUNTED` + 1 items.
 */
export async function dismissAll(
  client: pg.ClientBase,
  kind: GroupDismissibleKind,
  { fingerprint, reason, personId }: Dismissal & { fingerprint: string },
): Promise<number | null> {
  const { rowCount } = await client.query(
    `with found as materialized (select key from (${ATTENTION_SQL[kind]}) items where ${NOT_DISMISSED}),
          counted as (select key from found limit ${MAX_COUNTED + 1})
     insert into dismissals (key, reason, person_id)
     select key, $1, $2 from found where (select ${FINGERPRINT} from counted) = $3
     on conflict (key) do nothing`,
    [reason, personId, fingerprint],
  );
  if (rowCount) return rowCount;
  return (await countItems(client, kind)) > 0 ? null : 0;
}

/** Also restores the items that were dismissed together with this one. */
export async function restoreDismissed(client: pg.ClientBase, key: string): Promise<void> {
  await client.query(
    `delete from dismissals d using dismissals named
     where named.key = $1 and d.person_id = named.person_id and d.created_at = named.created_at
       and d.reason = named.reason and split_part(d.key, ':', 1) = split_part(named.key, ':', 1)`,
    [key],
  );
}

async function countItems(client: pg.ClientBase, kind: GroupDismissibleKind): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from (${ATTENTION_SQL[kind]}) items where ${NOT_DISMISSED}`,
  );
  return Number(rows[0]?.count ?? 0);
}
