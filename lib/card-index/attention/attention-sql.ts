import "server-only";
import {
  type AttentionCard,
  type AttentionKind,
  FROZEN_TOO_LONG_DAYS,
  LOOKBACK_DAYS,
} from "@/lib/domain/cards/attention-items";
import { NO_REPLACEMENT_PATTERN } from "@/lib/domain/cards/block-reason";

export const CHANGED_OUTSIDE = "card.changed-outside";

export const ATTENTION_CARD_COLUMNS = `c.id as card_id, c.last_four, c.cardholder_name, c.customer_id, c.card_type, c.card_design`;
export const NOT_DISMISSED = "not exists (select 1 from dismissals d where d.key = items.key)";
export const FINGERPRINT = "md5(string_agg(key, ' ' order by key))";
const SECONDS = (moment: string) => `floor(extract(epoch from ${moment}))::bigint::text`;

/**
 * The issuer's list has no block reasons, so this is the reason entered in Cardwell. It is read from the entry written
 * before the block, because an outcome that was resolved later has none. A block made elsewhere has no reason here.
 */
const LAST_BLOCK = `select b.body::jsonb #>> '{input,reason}' as reason
     from audit a join audit b on b.operation_id = a.operation_id and b.phase = 'begin'
     where a.target = c.id and a.action = 'card.block' and a.phase <> 'begin' and a.outcome = 'succeeded'
     order by a.seq desc limit 1`;

/** The issuer no longer has a departed card, so there is nothing to do. One that isn't indexed yet may exist. */
const hasNotDeparted = (cardId: string) => `not exists (select from departed_cards d where d.id = ${cardId})`;

/** One query per kind of item; `key` is what a dismissal refers to. */
export const ATTENTION_SQL = {
  unknown: `select 'unknown:' || o.id as key, o.id, o.action, o.target, p.name as person, o.begun_at,
            o.attempts, o.is_evidence_unreadable, ${ATTENTION_CARD_COLUMNS}, o.begun_at as sort_key
     from operations o
     left join people p on p.id = o.person_id
     left join indexed_cards c on c.id = o.target
     where o.state = 'unknown'
     order by o.begun_at desc, o.id desc`,
  "follow-up": `select 'follow-up:' || substr(n.subject, 6) || ':' || n.id as key, n.id, substr(n.subject, 6) as target,
            n.body as sealed, p.name as person, n.created_at as at, ${ATTENTION_CARD_COLUMNS}, n.created_at as sort_key
     from notes n
     join people p on p.id = n.person_id
     left join indexed_cards c on c.id = substr(n.subject, 6)
     where n.needs_follow_up and ${hasNotDeparted("substr(n.subject, 6)")}
     order by n.created_at desc, n.id desc`,
  frozen: `select 'frozen:' || c.id || ':' || ${SECONDS("c.status_since")} as key,
            c.status_since as since, ${ATTENTION_CARD_COLUMNS}, c.status_since as sort_key
     from indexed_cards c
     where c.status = 'FROZEN' and c.status_since < now() - interval '${FROZEN_TOO_LONG_DAYS} days'
     order by c.status_since desc, c.id desc`,
  "frozen-before": `select 'frozen-before:' || c.id as key, ${ATTENTION_CARD_COLUMNS}, c.created_at as sort_key
     from indexed_cards c
     where c.status = 'FROZEN' and c.status_since is null
       and c.created_at < now() - interval '${FROZEN_TOO_LONG_DAYS} days'
     order by c.created_at desc, c.id desc`,
  blocked: `select 'blocked:' || c.id || ':' || ${SECONDS("c.status_since")} as key,
            c.status_since as since, ${ATTENTION_CARD_COLUMNS}, c.status_since as sort_key
     from indexed_cards c
     where c.status = 'BLOCKED' and c.status_since > now() - interval '${LOOKBACK_DAYS} days'
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
            ${ATTENTION_CARD_COLUMNS}, a.seq as sort_key
     from audit a left join indexed_cards c on c.id = a.target
     where a.action = '${CHANGED_OUTSIDE}' and a.phase <> 'begin' and a.target is not null
       and ${hasNotDeparted("a.target")}
       and a.seq >= (
         select seq from audit
         where phase <> 'begin' and at > now() - interval '${LOOKBACK_DAYS} days' order by at, seq limit 1
       )
     order by a.seq desc`,
} as const satisfies Record<AttentionKind, string>;

export type AttentionCardColumns = {
  card_id: string | null;
  last_four: string;
  cardholder_name: string;
  customer_id: string;
  card_type: string;
  card_design: string;
};

export function toAttentionCard(row: AttentionCardColumns): AttentionCard | null {
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
