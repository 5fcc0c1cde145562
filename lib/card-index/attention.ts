import "server-only";
import { pool } from "@/lib/db/database";
import {
  type AttentionCard,
  type BlockedItem,
  type ChangedItem,
  type Dismissed,
  FROZEN_TOO_LONG_DAYS,
  type FrozenBeforeItem,
  type FrozenItem,
  LOOKED_BACK_DAYS,
  MOST_COUNTED,
  parseAttentionKey,
  type UnknownItem,
  type Waitlist,
} from "@/lib/domain/attention";

const SHOWN = 5;
const DISMISSED_SHOWN = 20;

/** The first is of the changes that the feeder finds and nobody here made. */
export const CHANGED_OUTSIDE = "card.changed-outside";

const CARD = `c.id as card_id, c.last_four, c.cardholder_name, c.customer_id, c.card_type, c.card_design`;
const NOT_DISMISSED = "not exists (select 1 from dismissals d where d.key = waiting.key)";
const SECONDS = (moment: string) => `floor(extract(epoch from ${moment}))::bigint::text`;

type CardColumns = {
  card_id: string | null;
  last_four: string;
  cardholder_name: string;
  customer_id: string;
  card_type: string;
  card_design: string;
};

/** Frozen, and nobody came back to it. */
export async function listFrozenTooLong(): Promise<Waitlist<FrozenItem>> {
  return list<{ since: Date }, FrozenItem>(
    `select 'frozen:' || c.id || ':' || ${SECONDS("c.status_since")} as key,
            c.status_since as since, ${CARD}, c.status_since as place
     from indexed_cards c
     where c.status = 'FROZEN' and c.status_since < now() - interval '${FROZEN_TOO_LONG_DAYS} days'
     order by c.status_since desc, c.id desc`,
    ({ key, since, card }) => ({ key, card: some(card), since: since.toISOString() }),
  );
}

/** Frozen when we first saw it, and old enough to have been so for long. */
export async function listFrozenBefore(): Promise<Waitlist<FrozenBeforeItem>> {
  return list<object, FrozenBeforeItem>(
    `select 'frozen-before:' || c.id as key, ${CARD}, c.created_at as place
     from indexed_cards c
     where c.status = 'FROZEN' and c.status_since is null
       and c.created_at < now() - interval '${FROZEN_TOO_LONG_DAYS} days'
     order by c.created_at desc, c.id desc`,
    ({ key, card }) => ({ key, card: some(card) }),
  );
}

/** Blocked while we looked, and the customer has got no newer card of that kind. */
export async function listBlockedWithoutReplacement(): Promise<Waitlist<BlockedItem>> {
  return list<{ since: Date }, BlockedItem>(
    `select 'blocked:' || c.id || ':' || ${SECONDS("c.status_since")} as key,
            c.status_since as since, ${CARD}, c.status_since as place
     from indexed_cards c
     where c.status = 'BLOCKED' and c.status_since > now() - interval '${LOOKED_BACK_DAYS} days'
       and not exists (
         select 1 from indexed_cards r
         where r.customer_id = c.customer_id and r.created_at > c.created_at
           and r.card_type = c.card_type and r.status <> 'BLOCKED'
       )
     order by c.status_since desc, c.id desc`,
    ({ key, since, card }) => ({ key, card: some(card), since: since.toISOString() }),
  );
}

/** What was asked of the issuer and nobody knows whether it happened. */
export async function listUnknownOutcomes(mostTries: number): Promise<Waitlist<UnknownItem>> {
  type Row = {
    id: string;
    action: string;
    target: string | null;
    person: string | null;
    begun_at: Date;
    is_tried: boolean;
  };
  return list<Row, UnknownItem>(
    `select 'unknown:' || o.id as key, o.id, o.action, o.target, p.name as person, o.begun_at,
            o.attempts >= ${mostTries} as is_tried, ${CARD}, o.begun_at as place
     from operations o
     left join people p on p.id = o.person_id
     left join indexed_cards c on c.id = o.target
     where o.state = 'unknown'
     order by o.begun_at desc, o.id desc`,
    ({ key, card, ...row }) => ({
      key,
      operationId: row.id,
      action: row.action,
      person: row.person,
      cardId: row.target,
      card,
      at: row.begun_at.toISOString(),
      needsPerson: row.is_tried,
    }),
  );
}

/** What the feeder found changed at the issuer, and nobody here had asked for. */
export async function listChangedOutside(): Promise<Waitlist<ChangedItem>> {
  type Row = {
    target: string;
    message: string | null;
    before: string | null;
    after: string | null;
    at: Date;
  };
  return list<Row, ChangedItem>(
    `select 'changed:' || a.target || ':' || a.seq as key, a.target, a.at,
            a.body::jsonb ->> 'message' as message,
            a.body::jsonb #>> '{before,status}' as before, a.body::jsonb #>> '{after,status}' as after,
            ${CARD}, a.seq as place
     from audit a left join indexed_cards c on c.id = a.target
     where a.action = '${CHANGED_OUTSIDE}' and a.phase <> 'begin' and a.target is not null
       and a.seq >= (
         select seq from audit
         where phase <> 'begin' and at > now() - interval '${LOOKED_BACK_DAYS} days' order by at, seq limit 1
       )
     order by a.seq desc`,
    ({ key, card, target, message, before, after, at }) => ({
      key,
      cardId: target,
      card,
      before,
      after,
      message,
      at: at.toISOString(),
    }),
  );
}

/** Who laid what aside lately, and why. */
export async function listDismissed(): Promise<Dismissed[]> {
  const { rows } = await (await pool()).query<
    { key: string; reason: string; person: string; created_at: Date } & CardColumns
  >(
    `select d.key, d.reason, p.name as person, d.created_at, ${CARD}
     from dismissals d
     join people p on p.id = d.person_id
     left join indexed_cards c on c.id = split_part(d.key, ':', 2)
     where d.created_at > now() - interval '${LOOKED_BACK_DAYS} days'
     order by d.created_at desc, d.key limit ${DISMISSED_SHOWN}`,
  );
  return rows.flatMap(({ key, reason, person, created_at, ...columns }) => {
    const parsed = parseAttentionKey(key);
    const card = toCard(columns);
    return parsed ? [{ key, ...parsed, card, reason, person, at: created_at.toISOString() }] : [];
  });
}

/** The newest few of what is not laid aside, counted as far as a count says anything. */
async function list<Row, Item>(
  sql: string,
  toItem: (row: Row & { key: string; card: AttentionCard | null }) => Item,
): Promise<Waitlist<Item>> {
  const { rows } = await (await pool()).query<Row & { key: string; total: string } & CardColumns>(
    `with found as materialized (
       select * from (${sql}) waiting where ${NOT_DISMISSED} limit ${MOST_COUNTED + 1}
     )
     select found.*, (select count(*) from found) as total from found order by place desc, key limit ${SHOWN}`,
  );
  return {
    items: rows.map((row) => toItem({ ...row, card: toCard(row) })),
    total: Number(rows[0]?.total ?? 0),
  };
}

function toCard(row: CardColumns): AttentionCard | null {
  if (row.card_id === null) return null;
  return {
    id: row.card_id,
    lastFour: row.last_four,
    holder: row.cardholder_name,
    customerId: row.customer_id,
    type: row.card_type,
    design: row.card_design,
  };
}

function some(card: AttentionCard | null): AttentionCard {
  if (!card) throw new Error("An indexed card has no id");
  return card;
}
