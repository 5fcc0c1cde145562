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
  type GroupDismissibleKind,
  LOOKED_BACK_DAYS,
  MOST_COUNTED,
  parseAttentionKey,
  type UnknownItem,
  type Waitlist,
} from "@/lib/domain/attention";
import { NO_REPLACEMENT_PATTERN } from "@/lib/domain/block-reason";

const SHOWN = 5;
/** Of the one kind that someone opened. */
const SHOWN_OPENED = 200;
const DISMISSED_SHOWN = 20;

/** The first is of the changes that the feeder finds and nobody here made. */
export const CHANGED_OUTSIDE = "card.changed-outside";

const CARD = `c.id as card_id, c.last_four, c.cardholder_name, c.customer_id, c.card_type, c.card_design`;
const NOT_DISMISSED = "not exists (select 1 from dismissals d where d.key = waiting.key)";
const FINGERPRINT = "md5(string_agg(key, ' ' order by key))";
const SECONDS = (moment: string) => `floor(extract(epoch from ${moment}))::bigint::text`;

/**
 * The issuer's list has no block reasons, so this is the one that was given here. It stands in the entry from before the
 * block: one that was settled later has none of its own. A block made elsewhere has no row, and stays listed.
 */
const LAST_BLOCK = `select b.body::jsonb #>> '{input,reason}' as reason
     from audit a join audit b on b.operation_id = a.operation_id and b.phase = 'begin'
     where a.target = c.id and a.action = 'card.block' and a.phase <> 'begin' and a.outcome = 'succeeded'
     order by a.seq desc limit 1`;

/** What waits of each kind, by the key that a dismissal names. */
const WAITING = {
  frozen: `select 'frozen:' || c.id || ':' || ${SECONDS("c.status_since")} as key,
            c.status_since as since, ${CARD}, c.status_since as place
     from indexed_cards c
     where c.status = 'FROZEN' and c.status_since < now() - interval '${FROZEN_TOO_LONG_DAYS} days'
     order by c.status_since desc, c.id desc`,
  "frozen-before": `select 'frozen-before:' || c.id as key, ${CARD}, c.created_at as place
     from indexed_cards c
     where c.status = 'FROZEN' and c.status_since is null
       and c.created_at < now() - interval '${FROZEN_TOO_LONG_DAYS} days'
     order by c.created_at desc, c.id desc`,
  blocked: `select 'blocked:' || c.id || ':' || ${SECONDS("c.status_since")} as key,
            c.status_since as since, ${CARD}, c.status_since as place
     from indexed_cards c
     where c.status = 'BLOCKED' and c.status_since > now() - interval '${LOOKED_BACK_DAYS} days'
       and not exists (
         select 1 from indexed_cards r
         where r.customer_id = c.customer_id and r.created_at > c.created_at
           and r.card_type = c.card_type and r.status <> 'BLOCKED'
       )
       and not exists (select from (${LAST_BLOCK}) block where reason ~* '${NO_REPLACEMENT_PATTERN}')
     order by c.status_since desc, c.id desc`,
  changed: `select 'changed:' || a.target || ':' || a.seq as key, a.target, a.at,
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
} as const satisfies Record<GroupDismissibleKind, string>;

const WAITING_UNKNOWN = "select 'unknown:' || id as key from operations where state = 'unknown'";

type CardColumns = {
  card_id: string | null;
  last_four: string;
  cardholder_name: string;
  customer_id: string;
  card_type: string;
  card_design: string;
};

/** Frozen, and nobody came back to it. */
export async function listFrozenTooLong(isOpened = false): Promise<Waitlist<FrozenItem>> {
  return list<{ since: Date }, FrozenItem>(WAITING.frozen, isOpened, ({ key, since, card }) => ({
    key,
    card: some(card),
    since: since.toISOString(),
  }));
}

/** Frozen when we first saw it, and old enough to have been so for long. */
export async function listFrozenBefore(isOpened = false): Promise<Waitlist<FrozenBeforeItem>> {
  return list<object, FrozenBeforeItem>(WAITING["frozen-before"], isOpened, ({ key, card }) => ({
    key,
    card: some(card),
  }));
}

/** Blocked while we looked, and the customer, who has not left, has got no newer card of that kind. */
export async function listBlockedWithoutReplacement(isOpened = false): Promise<Waitlist<BlockedItem>> {
  return list<{ since: Date }, BlockedItem>(WAITING.blocked, isOpened, ({ key, since, card }) => ({
    key,
    card: some(card),
    since: since.toISOString(),
  }));
}

/** What was asked of the issuer and nobody knows whether it happened. */
export async function listUnknownOutcomes(
  mostTries: number,
  isOpened = false,
): Promise<Waitlist<UnknownItem>> {
  type Row = {
    id: string;
    action: string;
    target: string | null;
    person: string | null;
    begun_at: Date;
    is_tried: boolean;
    is_evidence_unreadable: boolean;
  };
  return list<Row, UnknownItem>(
    `select 'unknown:' || o.id as key, o.id, o.action, o.target, p.name as person, o.begun_at,
            o.attempts >= ${mostTries} as is_tried, o.is_evidence_unreadable, ${CARD}, o.begun_at as place
     from operations o
     left join people p on p.id = o.person_id
     left join indexed_cards c on c.id = o.target
     where o.state = 'unknown'
     order by o.begun_at desc, o.id desc`,
    isOpened,
    ({ key, card, ...row }) => ({
      key,
      operationId: row.id,
      action: row.action,
      person: row.person,
      cardId: row.target,
      card,
      at: row.begun_at.toISOString(),
      needsPerson: row.is_tried,
      isEvidenceUnreadable: row.is_evidence_unreadable,
    }),
  );
}

/** What the feeder found changed at the issuer, and nobody here had asked for. */
export async function listChangedOutside(isOpened = false): Promise<Waitlist<ChangedItem>> {
  type Row = {
    target: string;
    message: string | null;
    before: string | null;
    after: string | null;
    at: Date;
  };
  return list<Row, ChangedItem>(
    WAITING.changed,
    isOpened,
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

/** Who dismissed what lately, and why. What was dismissed together is one. */
export async function listDismissed(): Promise<Dismissed[]> {
  const { rows } = await (await pool()).query<
    { key: string; count: string; reason: string; person: string; created_at: Date } & CardColumns
  >(
    `select d.*, p.name as person, ${CARD}
     from (
       select min(key) as key, count(*) as count, reason, person_id, created_at from dismissals
       where created_at > now() - interval '${LOOKED_BACK_DAYS} days'
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
     select key, $2, $3 from (${kind === "unknown" ? WAITING_UNKNOWN : WAITING[kind]}) waiting where key = $1
     on conflict (key) do nothing`,
    [key, reason, personId],
  );
  if (rowCount) return rowCount;
  const { rows } = await db.query("select from dismissals where key = $1", [key]);
  return rows.length > 0 ? 0 : null;
}

/**
 * Dismisses all that waits of one kind. Null where the list is another than the person saw: they meant those items and
 * no others. Beyond `MOST_COUNTED` nobody was told a number, and the newest stand for all.
 */
export async function dismissAll(
  kind: GroupDismissibleKind,
  { fingerprint, reason, personId }: Dismissal & { fingerprint: string },
): Promise<number | null> {
  const { rowCount } = await (await pool()).query(
    `with found as materialized (select key from (${WAITING[kind]}) waiting where ${NOT_DISMISSED}),
          counted as (select key from found limit ${MOST_COUNTED + 1})
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

/** The newest few of what is not laid aside, counted as far as a count says anything. */
async function list<Row, Item>(
  sql: string,
  isOpened: boolean,
  toItem: (row: Row & { key: string; card: AttentionCard | null }) => Item,
): Promise<Waitlist<Item>> {
  type Counted = { key: string; total: string; fingerprint: string };
  const { rows } = await (await pool()).query<Row & Counted & CardColumns>(
    `with found as materialized (
       select * from (${sql}) waiting where ${NOT_DISMISSED} limit ${MOST_COUNTED + 1}
     )
     select found.*, counted.* from found
     cross join (select count(*) as total, ${FINGERPRINT} as fingerprint from found) counted
     order by place desc, key limit ${isOpened ? SHOWN_OPENED : SHOWN}`,
  );
  return {
    items: rows.map((row) => toItem({ ...row, card: toCard(row) })),
    total: Number(rows[0]?.total ?? 0),
    fingerprint: rows[0]?.fingerprint ?? null,
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
