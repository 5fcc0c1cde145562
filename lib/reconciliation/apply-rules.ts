import "server-only";
import type pg from "pg";
import type { RuleConditions } from "@/lib/domain/reconciliation/exception-work";
import type { IsoDate } from "@/lib/domain/time/calendar";

/** An open exception `e` that fits a rule `r`. A person who opened it again knows better than any rule. */
const FITS = `e.state = 'open' and e.kind = r.kind
  and (r.currency is null or r.currency = e.currency)
  and (r.merchant is null or lower(r.merchant) = lower(e.merchant))
  and (r.max_difference is null or abs(e.difference) <= r.max_difference)
  and not exists (
    select from reconciliation_exception_history h
    where h.exception_id = e.id and h.person_id is not null and h.rule_id is null
      and h.state = 'open' and h.before->>'state' <> 'open')`;

/** What an exception was before a change, for undoing it. Its note, which is encrypted, has a column of its own. */
export const BEFORE = `jsonb_build_object('state', e.state, 'reason', e.reason, 'ownerId', e.owner_id,
  'ruleId', e.rule_id)`;

type Limits = {
  day?: IsoDate;
  ruleId?: string;
  /** By which it can be undone. */
  batchId?: string;
};

/**
 * Explains open exceptions by the rules that people made. The oldest rule that fits counts. Returns how many. The rules
 * are locked, because the snapshot of a comparison may still have one that has ended.
 */
export async function applyRules(
  client: pg.ClientBase | pg.Pool,
  { day, ruleId, batchId }: Limits,
): Promise<number> {
  const { rowCount } = await client.query(
    `with rules as (
       select * from reconciliation_rules where ended_at is null and ($2::uuid is null or id = $2) for share
     ), fitting as (
       select distinct on (e.id) e.id, r.id as rule_id, r.reason, r.note, ${BEFORE} as before,
         e.note as note_before
       from reconciliation_exceptions e join rules r on ${FITS}
       where $1::date is null or e.day = $1
       order by e.id, r.created_at, r.id
     ), explained as (
       update reconciliation_exceptions e set
         state = 'explained', reason = f.reason, note = f.note, rule_id = f.rule_id, state_since = now(),
         version = version + 1
       from fitting f where e.id = f.id and e.state = 'open'
       returning e.id, e.version, f.rule_id, f.note, f.before, f.note_before
     )
     insert into reconciliation_exception_history (exception_id, rule_id, state, message, note, batch_id, version,
       before, note_before)
     select id, rule_id, 'explained', 'Explained by a rule', note, $3::uuid, version, before, note_before
     from explained`,
    [day ?? null, ruleId ?? null, batchId ?? null],
  );
  return rowCount ?? 0;
}

/** How many open exceptions a rule would explain at once. */
export async function countFitting(
  client: pg.ClientBase | pg.Pool,
  { kind, currency, merchant, maxDifference }: RuleConditions,
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count
     from (select $1::text as kind, $2::text as currency, $3::text as merchant, $4::numeric as max_difference) r
     join reconciliation_exceptions e on ${FITS}`,
    [kind, currency, merchant, maxDifference],
  );
  return rows[0]?.count ?? 0;
}
